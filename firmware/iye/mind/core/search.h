/* Whether the player to move wins, or at least ties: alpha-beta between yes and no.
 *
 * The law of this file: an answer is a proof. It is either right for the hands asked about, and
 * for all that its bound covers, or it is UNKNOWN because somebody asked to stop.
 */
#ifndef IYE_SEARCH_H
#define IYE_SEARCH_H

#include <stdatomic.h>
#include <stdint.h>

#include "geometry.h"
#include "table.h"

/* Called now and then by a search under way; a value other than 0 stops it. */
typedef int (*listener)(void *who);

enum { PLIES_TOLD = 4 };

typedef struct {
    table known;
    uint32_t laid; /* cells whose kind the table relies on */
    unsigned char kind_at[CELLS]; /* of each cell that has a tile */
    _Atomic uint64_t nodes;                /* since the search was made */
    _Atomic int stopped;
    listener listen;
    void *listener_self;
    uint64_t listened; /* at which count of nodes */
    int root_tiles;
    /* How far it is: which move of how many is being searched, in the first plies. */
    _Atomic int move_at[PLIES_TOLD], move_of[PLIES_TOLD];
} search;

/* To be called once before anything else. */
void search_prepare(void);

/* Say which kind lies on each of these cells. What is proved is kept unless it was another. */
void search_lay(search *self, uint32_t tiles, const unsigned char *kinds);

/* Whether the mover reaches `goal`: 1 is to win, 0 at least to tie. */
verdict search_ask(search *self, uint32_t tiles, int drum, strength x, int goal);

#endif
