/* A scored end: who wins it, and for which other hands the same is true.
 *
 * The law of this file: scoring looks at the leads alone, so a bound here asks for nothing of
 * either hand.
 */
#ifndef IYE_SCORING_H
#define IYE_SCORING_H

#include "table.h"

void scoring_make(void);

/* Whether the mover has reached `goal` now that the cycle is scored. */
verdict scored(strength x, int goal, strength *bound);

#endif
