/* The moves worth a thought in a position, and which of them to try first.
 *
 * The law of this file: nothing is left out but what docs/mind.md proves to be never better.
 */
#ifndef IYE_MOVES_H
#define IYE_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"

/* A target is one move: the natural one, or the kinds are tried in turn. */
enum { MOST_MOVES = (CELLS - 1) * KINDS };

typedef struct {
    strength after; /* for the opponent, who is to move */
    strength step;
    unsigned char cell;
    unsigned char spent; /* the kind, or KINDS for none */
    short order;         /* lower is searched earlier */
} move;

/* How often a movement reached the goal where it was tried lately: from 0 to nearly 4096, by goal,
 * from and to cell, and kind spent. */
typedef struct {
    uint16_t reached[2][CELLS][CELLS][KINDS + 1];
} experience;

typedef struct {
    move moves[MOST_MOVES];
    int count;
    strength upper; /* of the region in which all moves looked at so far fail */
} choice;

/* What a move adds: by kind spent, KINDS for none, and kind given. */
extern strength steps[KINDS + 1][KINDS];

void moves_make(void);

/* Natural movements, and İye movements to where none of those leads. A kind that would lead
 * somewhere but is not held limits what a failure here says of other hands. */
typedef struct {
    const unsigned char *kind_at;
    experience *lately; /* NULL where it is not worth while */
    uint32_t tiles;
    int drum, goal;
    strength x;
} scene;
void list_moves(choice *all, const scene *here);

/* Take in whether a move tried with the drum there reached its goal. */
void learn_from(const scene *here, const move *tried, bool reached);

/* Swap the best of the moves from this place on into it. */
void bring_best_to(choice *all, int place);

static inline uint32_t without(uint32_t tiles, int cell)
{
    return tiles & ~((uint32_t)1 << cell);
}

#endif
