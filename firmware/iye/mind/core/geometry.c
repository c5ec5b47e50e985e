#include "geometry.h"

#include <stdbool.h>
#include <stdlib.h>

uint32_t natural_reach[CELLS];
uint32_t kind_reach[KINDS][CELLS];
uint32_t whole_reach[HELD_SETS][CELLS];

static bool is_corner(int cell)
{
    return (cell % SIDE) % (SIDE - 1) == 0 && (cell / SIDE) % (SIDE - 1) == 0;
}

static void add_pair(int from, int to)
{
    int files = abs(from % SIDE - to % SIDE), ranks = abs(from / SIDE - to / SIDE);
    int near = files < ranks ? files : ranks, far = files < ranks ? ranks : files;
    bool reached[KINDS] = {
        true,                      /* Owl: anywhere */
        near == 0 || near == far,  /* Water: a line */
        near == 1 && far == 1,     /* Tree: a diagonal step */
        near == 1 && far == 2,     /* Horse: a knight's move */
        is_corner(to),             /* Sun */
    };
    if (near == 0 && far <= 2)
        natural_reach[from] |= (uint32_t)1 << to;
    for (int kind = 0; kind < KINDS; kind++)
        if (reached[kind])
            kind_reach[kind][from] |= (uint32_t)1 << to;
}

static void join(int cell)
{
    for (int held = 0; held < HELD_SETS; held++) {
        whole_reach[held][cell] = natural_reach[cell];
        for (int kind = 0; kind < KINDS; kind++)
            if (held >> kind & 1)
                whole_reach[held][cell] |= kind_reach[kind][cell];
    }
}

void geometry_make(void)
{
    for (int from = 0; from < CELLS; from++) {
        for (int to = 0; to < CELLS; to++)
            if (to != from)
                add_pair(from, to);
        join(from);
    }
}
