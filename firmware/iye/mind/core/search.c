#include "search.h"

#include <stdbool.h>

#include "scoring.h"

enum {
    MOST_MOVES = CELLS - 1, /* a target is one move: the natural, or the kinds are tried in turn */
    LISTEN_EVERY = 1 << 17, /* nodes: some 30 ms on a desk, 300 ms on a board */
    TABLE_FROM = 4,         /* tiles left: with fewer, looking up takes longer than searching */
};

typedef struct {
    strength after; /* for the opponent, who is to move */
    strength step;
    int cell;
    int order; /* lower is searched earlier */
} move;

typedef struct {
    move moves[MOST_MOVES * KINDS];
    int count;
    strength upper; /* of the region in which all moves looked at so far fail */
} choice;

/* What the opponent can do from there weighs most: who is left without a movement has lost. */
enum { REPLY_WEIGHT = 2, NATURAL_REPLY_WEIGHT = 4, SPENDING_WEIGHT = 30 };
static const unsigned char GIFT_WEIGHT[KINDS] = {16, 8, 4, 2, 0};

static strength steps[KINDS + 1][KINDS]; /* by kind spent, KINDS for none, and gift */

void search_prepare(void)
{
    geometry_make();
    scoring_make();
    for (int gift = 0; gift < KINDS; gift++) {
        for (int spent = 0; spent < KINDS; spent++)
            steps[spent][gift] = step_of(gift, spent);
        steps[KINDS][gift] = step_of(gift, -1);
    }
}

static unsigned kinds_held(strength hand)
{
    unsigned held = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (hand & HAND_FIELD[kind])
            held |= 1u << kind;
    return held;
}

static void add_moves(const search *self, choice *all, uint32_t targets, uint32_t tiles,
                      strength x, unsigned replier, int spent)
{
    strength opposite = turned(x);
    for (; targets; targets &= targets - 1) {
        int cell = lowest(targets), gift = self->kind_at[cell];
        uint32_t left = tiles & ~((uint32_t)1 << cell);
        move *next = &all->moves[all->count++];
        next->cell = cell;
        next->step = steps[spent][gift];
        next->after = opposite + next->step;
        next->order = REPLY_WEIGHT * count_of(whole_reach[replier | 1u << gift][cell] & left)
                      + NATURAL_REPLY_WEIGHT * count_of(natural_reach[cell] & left)
                      + GIFT_WEIGHT[gift] + (spent == KINDS ? 0 : SPENDING_WEIGHT);
    }
}

/* Every move worth a thought: natural ones, and İye movements to where none of those leads. A
 * kind that would lead somewhere but is not held limits what a failure here says of other hands. */
static void list_moves(const search *self, choice *all, uint32_t tiles, int drum, strength x)
{
    uint32_t natural = natural_reach[drum] & tiles;
    unsigned replier = kinds_held(turned(x) & HAND_MASK);
    all->count = 0;
    all->upper = FULL;
    add_moves(self, all, natural, tiles, x, replier, KINDS);
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t further = kind_reach[kind][drum] & tiles & ~natural;
        if (!further)
            continue;
        if (x & HAND_FIELD[kind])
            add_moves(self, all, further, tiles, x, replier, kind);
        else
            all->upper &= ~(strength)HAND_FIELD[kind];
    }
}

static inline uint32_t without(uint32_t tiles, int cell)
{
    return tiles & ~((uint32_t)1 << cell);
}

/* Take in that the opponent reaches their goal after this move. */
static inline void fails(choice *all, const move *tried, strength lower)
{
    all->upper = lesser(all->upper, before_lower(lower, tried->step));
}

/* Look all moves up before searching any; those known to fail are dropped. */
static verdict ask_table(const search *self, choice *all, uint32_t tiles, int goal,
                         strength *bound)
{
    for (int i = 0; i < all->count; i++)
        table_expect(&self->known, without(tiles, all->moves[i].cell), all->moves[i].cell);
    for (int i = 0; i < all->count;) {
        move *next = &all->moves[i];
        strength found;
        verdict reply = table_ask(&self->known, without(tiles, next->cell), next->cell,
                                  next->after, 1 - goal, &found);
        if (reply == NO) {
            *bound = before_upper(found, next->step);
            return YES;
        }
        if (reply == YES) {
            fails(all, next, found);
            *next = all->moves[--all->count];
        } else {
            i++;
        }
    }
    return UNKNOWN;
}

static void bring_best_to(choice *all, int place)
{
    int best = place;
    for (int i = place + 1; i < all->count; i++)
        if (all->moves[i].order < all->moves[best].order)
            best = i;
    move first = all->moves[best];
    all->moves[best] = all->moves[place];
    all->moves[place] = first;
}

/* Only the searching thread writes, so that adding need not be one step. */
static inline uint64_t count_node(search *self)
{
    uint64_t nodes = atomic_load_explicit(&self->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&self->nodes, nodes, memory_order_relaxed);
    return nodes;
}

static bool told_to_stop(search *self)
{
    uint64_t nodes = count_node(self);
    if (nodes - self->listened >= LISTEN_EVERY) {
        self->listened = nodes;
        if (self->listen && self->listen(self->listener_self))
            atomic_store(&self->stopped, 1);
    }
    return atomic_load_explicit(&self->stopped, memory_order_relaxed);
}

static void tell_place(search *self, uint32_t tiles, int at, int of)
{
    int ply = self->root_tiles - count_of(tiles);
    if (ply >= PLIES_TOLD)
        return;
    atomic_store_explicit(&self->move_at[ply], at, memory_order_relaxed);
    atomic_store_explicit(&self->move_of[ply], of, memory_order_relaxed);
}

static verdict ask(search *self, uint32_t tiles, int drum, strength x, int goal, strength *bound);

static verdict search_moves(search *self, choice *all, uint32_t tiles, int goal, strength *bound)
{
    for (int i = 0; i < all->count; i++) {
        bring_best_to(all, i);
        tell_place(self, tiles, i, all->count);
        const move *next = &all->moves[i];
        strength found;
        verdict reply = ask(self, without(tiles, next->cell), next->cell, next->after, 1 - goal,
                            &found);
        if (reply == UNKNOWN)
            return UNKNOWN;
        if (reply == NO) {
            *bound = before_upper(found, next->step);
            return YES;
        }
        fails(all, next, found);
    }
    *bound = all->upper;
    return NO;
}

/* Both the moves and what is known of them; a mover without any move has lost. */
static verdict ask_moves(search *self, uint32_t tiles, int drum, strength x, int goal,
                         strength *bound, bool looking_up)
{
    choice all;
    list_moves(self, &all, tiles, drum, x);
    if (looking_up && ask_table(self, &all, tiles, goal, bound) == YES)
        return YES;
    return search_moves(self, &all, tiles, goal, bound);
}

/* The last move of a cycle, to one of these targets, by natural movement or a kind spent. */
static verdict score_moves(search *self, uint32_t targets, strength x, int spent, int goal,
                           strength *bound)
{
    strength opposite = turned(x), upper = *bound;
    for (; targets; targets &= targets - 1) {
        strength step = steps[spent][self->kind_at[lowest(targets)]], found;
        count_node(self);
        if (scored(opposite + step, 1 - goal, &found) == NO) {
            *bound = before_upper(found, step);
            return YES;
        }
        upper = lesser(upper, before_lower(found, step));
    }
    *bound = upper;
    return NO;
}

/* With two tiles left, the same as listing and searching the moves, for half of all nodes. */
static verdict last_move(search *self, uint32_t tiles, int drum, strength x, int goal,
                         strength *bound)
{
    uint32_t natural = natural_reach[drum] & tiles;
    *bound = FULL;
    if (score_moves(self, natural, x, KINDS, goal, bound) == YES)
        return YES;
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t further = kind_reach[kind][drum] & tiles & ~natural;
        if (further && !(x & HAND_FIELD[kind]))
            *bound &= ~(strength)HAND_FIELD[kind];
        else if (further && score_moves(self, further, x, kind, goal, bound) == YES)
            return YES;
    }
    return NO;
}

static verdict ask(search *self, uint32_t tiles, int drum, strength x, int goal, strength *bound)
{
    int left = count_of(tiles);
    if (told_to_stop(self))
        return UNKNOWN;
    if (left == 1)
        return scored(x, goal, bound);
    if (left == 2)
        return last_move(self, tiles, drum, x, goal, bound);
    if (left < TABLE_FROM)
        return ask_moves(self, tiles, drum, x, goal, bound, false);
    verdict known = table_ask(&self->known, tiles, drum, x, goal, bound);
    if (known != UNKNOWN)
        return known;
    uint64_t before = atomic_load_explicit(&self->nodes, memory_order_relaxed);
    verdict found = ask_moves(self, tiles, drum, x, goal, bound, left > TABLE_FROM);
    if (found != UNKNOWN) {
        uint64_t nodes = atomic_load_explicit(&self->nodes, memory_order_relaxed) - before;
        table_keep(&self->known, tiles, drum, *bound, goal, found, nodes);
    }
    return found;
}

void search_lay(search *self, uint32_t tiles, const unsigned char *kinds)
{
    bool other = !table_is_wide_enough(&self->known, count_of(tiles));
    for (int cell = 0; cell < CELLS; cell++)
        if ((tiles & self->laid) >> cell & 1 && self->kind_at[cell] != kinds[cell])
            other = true;
    if (other) {
        table_begin(&self->known, count_of(tiles));
        self->laid = 0;
    }
    for (int cell = 0; cell < CELLS; cell++)
        if (tiles >> cell & 1)
            self->kind_at[cell] = kinds[cell];
    self->laid |= tiles;
}

verdict search_ask(search *self, uint32_t tiles, int drum, strength x, int goal)
{
    strength bound;
    self->root_tiles = count_of(tiles);
    for (int ply = 0; ply < PLIES_TOLD; ply++)
        atomic_store_explicit(&self->move_of[ply], 0, memory_order_relaxed);
    return ask(self, tiles, drum, x, goal, &bound);
}
