/* Whether the player to move wins, or at least ties: alpha-beta between yes and no.
 *
 * The law of this file: an answer is a proof. It is either right for the hands asked about, and
 * for all that its bound covers, or it is UNKNOWN because somebody asked to stop.
 */
#ifndef IYE_SEARCH_H
#define IYE_SEARCH_H

#include "team.h"

/* To be called once before anything else. */
void search_prepare(void);

/* Say which kind lies on each of these cells. What is proved is kept unless it was another. */
void search_lay(search *self, uint32_t tiles, const unsigned char *kinds);

/* Whether the mover reaches `goal`: 1 is to win, 0 at least to tie. */
verdict search_ask(search *self, uint32_t tiles, int drum, strength x, int goal);

#endif
