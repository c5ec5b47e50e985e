/* How well the player to move stands, as one number of fifteen small fields.
 *
 * The law of this file: in every field more is never worse for the mover, so that one
 * comparison of all fields carries a proof from one pair of hands to another.
 *
 * By kind, Owl to Sun, from the lowest bit:
 *   own   13 bits   tiles the mover holds
 *   want  13 bits   tiles of the census the opponent does not hold
 *   lead  18 bits   own + want: the mover's lead in that kind, plus the census
 * For a position `lead` follows from the other two. For the bound of a region of positions it
 * does not: scoring asks for differences, movements ask for tiles.
 */
#ifndef IYE_STRENGTH_H
#define IYE_STRENGTH_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t strength;

enum { KINDS = 5, HAND_BITS = 13, LEAD_SHIFT = 26, STRENGTH_BITS = 44 };

#define HAND_MASK ((strength)0x1FFF)
#define LEAD_MASK ((strength)0x3FFFF << LEAD_SHIFT)

/* 1, 3, 5, 7 and 9 tiles in fields of 1, 2, 3, 3 and 4 bits. */
#define FULL_HAND ((strength)(1 | 3 << 1 | 5 << 3 | 7 << 6 | 9 << 9))
/* Twice the census in fields of 2, 3, 4, 4 and 5 bits. */
#define FULL_LEAD ((strength)(2 | 6 << 2 | 10 << 5 | 14 << 9 | 18 << 13))
#define FULL (FULL_HAND | FULL_HAND << HAND_BITS | FULL_LEAD << LEAD_SHIFT)

#define HAND_HIGH ((strength)(1 | 1 << 2 | 1 << 5 | 1 << 8 | 1 << 12))
#define HAND_LOW ((strength)(1 | 1 << 1 | 1 << 3 | 1 << 6 | 1 << 9))
#define LEAD_HIGH ((strength)(1 << 1 | 1 << 4 | 1 << 8 | 1 << 12 | 1 << 17))
#define LEAD_LOW ((strength)(1 | 1 << 2 | 1 << 5 | 1 << 9 | 1 << 13))
#define FIELD_HIGH (HAND_HIGH | HAND_HIGH << HAND_BITS | LEAD_HIGH << LEAD_SHIFT)
#define FIELD_LOW (HAND_LOW | HAND_LOW << HAND_BITS | LEAD_LOW << LEAD_SHIFT)

static const unsigned char HAND_AT[KINDS] = {0, 1, 3, 6, 9};
static const unsigned char LEAD_AT[KINDS] = {0, 2, 5, 9, 13};
static const unsigned char LEAD_WIDTH[KINDS] = {2, 3, 4, 4, 5};
static const unsigned char CENSUS[KINDS] = {1, 3, 5, 7, 9};

/* The bits of each kind in a hand. */
static const uint16_t HAND_FIELD[KINDS] = {0x1, 0x6, 0x38, 0x1C0, 0x1E00};

/* The highest bit of every field in which a is at least b; other bits mean nothing.
 * Equal top bits leave the decision to the bits below, which cannot borrow past a set top. */
static inline strength at_least(strength a, strength b)
{
    return (a & ~b) | (~(a ^ b) & ((a | FIELD_HIGH) - (b & ~FIELD_HIGH)));
}

/* Whether a is at least b in every field. */
static inline bool covers(strength a, strength b)
{
    return (at_least(a, b) & FIELD_HIGH) == FIELD_HIGH;
}

/* All bits of the fields in which a is at least b. */
static inline strength fields_at_least(strength a, strength b)
{
    strength mask = at_least(a, b) & FIELD_HIGH;
    mask |= (mask & ~FIELD_LOW) >> 1; /* the widest field has five bits */
    mask |= (mask & ~FIELD_LOW) >> 1;
    mask |= (mask & ~FIELD_LOW) >> 1;
    mask |= (mask & ~FIELD_LOW) >> 1;
    return mask;
}

/* The smaller of both in every field. */
static inline strength lesser(strength a, strength b)
{
    strength mask = fields_at_least(a, b);
    return (b & mask) | (a & ~mask);
}

/* The larger of both in every field. */
static inline strength greater(strength a, strength b)
{
    strength mask = fields_at_least(a, b);
    return (a & mask) | (b & ~mask);
}

/* By how many tiles of a kind the mover of a position is ahead. */
static inline int lead_in(strength x, int kind)
{
    return (int)(x >> (LEAD_SHIFT + LEAD_AT[kind]) & (((strength)1 << LEAD_WIDTH[kind]) - 1))
           - CENSUS[kind];
}

/* The same position with the other player to move. */
static inline strength turned(strength x)
{
    strength own = x & HAND_MASK, want = x >> HAND_BITS & HAND_MASK;
    return FULL - (want | own << HAND_BITS | (x & LEAD_MASK));
}

/* What a move adds to the turned position: a tile of `gift` to the new mover, and, if one is
 * spent (not negative), a tile of `spent` missing from the old. */
static inline strength step_of(int gift, int spent)
{
    strength step = (strength)1 << HAND_AT[gift];
    step += (strength)1 << (LEAD_SHIFT + LEAD_AT[gift]);
    if (spent >= 0) {
        step += (strength)1 << (HAND_BITS + HAND_AT[spent]);
        step += (strength)1 << (LEAD_SHIFT + LEAD_AT[spent]);
    }
    return step;
}

static inline strength after_move(strength x, strength step)
{
    return turned(x) + step;
}

/* The bound before a move from the bound after it: the inverse of `after_move`. A position after
 * the move has at least `step`; a lower bound may ask for less, and is raised to that first. */
static inline strength before_upper(strength upper, strength step)
{
    return turned(upper - step);
}

static inline strength before_lower(strength lower, strength step)
{
    return turned(greater(lower, step) - step);
}

static inline strength strength_of(unsigned own, unsigned other)
{
    strength want = FULL_HAND - other, lead = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        strength field = HAND_FIELD[kind];
        lead += (((own & field) + (want & field)) >> HAND_AT[kind]) << LEAD_AT[kind];
    }
    return own | want << HAND_BITS | lead << LEAD_SHIFT;
}

#endif
