/* What each movement reaches: sets of cells, a1 the lowest of 25 bits.
 *
 * The law of this file: geometry only, worked out once from distances.
 */
#ifndef IYE_GEOMETRY_H
#define IYE_GEOMETRY_H

#include <stdint.h>

#include "strength.h"

enum { SIDE = 5, CELLS = 25, HELD_SETS = 1 << KINDS };

extern uint32_t natural_reach[CELLS];
extern uint32_t kind_reach[KINDS][CELLS];
/* By the set of kinds held: everywhere that natural movement or any of them leads. */
extern uint32_t whole_reach[HELD_SETS][CELLS];

void geometry_make(void);

static inline int lowest(uint32_t cells)
{
    return __builtin_ctz(cells);
}

static inline int count_of(uint32_t cells)
{
    return __builtin_popcount(cells);
}

#endif
