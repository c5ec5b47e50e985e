#include "search.h"

#include "moves.h"
#include "scoring.h"

/* Tiles left: with fewer, looking up and learning take longer than searching. */
enum { TABLE_FROM = 4 };

void search_prepare(void)
{
    geometry_make();
    scoring_make();
    moves_make();
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

static verdict ask(worker *self, uint32_t tiles, int drum, strength x, int goal, strength *bound);

/* Whether a move shows the goal reached; what it says of other hands is taken in. */
static verdict try_move(worker *self, choice *all, const move *tried, const scene *here,
                        strength *bound)
{
    strength found;
    verdict reply = ask(self, without(here->tiles, tried->cell), tried->cell, tried->after,
                        1 - here->goal, &found);
    if (reply == UNKNOWN)
        return UNKNOWN;
    learn_from(here, tried, reply == NO);
    if (reply == NO)
        *bound = before_upper(found, tried->step);
    else
        fails(all, tried, found);
    return reply == NO ? YES : NO;
}

/* One move after another, those that another worker is busy with at the end. */
static verdict share_moves(worker *self, choice *all, const scene *here, strength *bound)
{
    unsigned char later[MOST_MOVES];
    int put_off = 0;
    for (int i = 0; i < all->count + put_off; i++) {
        bool again = i >= all->count;
        int at = again ? later[i - all->count] : i;
        if (!again)
            bring_best_to(all, i);
        const move *next = &all->moves[at];
        uint64_t key = busy_key(without(here->tiles, next->cell), next->cell, 1 - here->goal);
        if (!again && is_busy(self->all, key)) {
            later[put_off++] = (unsigned char)i;
            continue;
        }
        tell_place(self, here->tiles, at, all->count);
        begin_busy(self->all, key);
        verdict shown = try_move(self, all, next, here, bound);
        end_busy(self->all, key);
        if (shown != NO)
            return shown;
    }
    *bound = all->upper;
    return NO;
}

static verdict search_moves(worker *self, choice *all, const scene *here, strength *bound)
{
    for (int i = 0; i < all->count; i++) {
        bring_best_to(all, i);
        tell_place(self, here->tiles, i, all->count);
        verdict shown = try_move(self, all, &all->moves[i], here, bound);
        if (shown != NO)
            return shown;
    }
    *bound = all->upper;
    return NO;
}

static inline bool is_shared(const worker *self, int left)
{
    return left >= SHARED_FROM && self->all->at_work > 1;
}

/* Both the moves and what is known of them; a mover without any move has lost. */
static verdict ask_moves(worker *self, uint32_t tiles, int drum, strength x, int goal,
                         strength *bound)
{
    int left = count_of(tiles);
    choice all;
    experience *lately = left < TABLE_FROM ? NULL : &self->lately;
    scene here = {self->all->kind_at, lately, tiles, drum, goal, x};
    list_moves(&all, &here);
    if (left > TABLE_FROM && ask_table(self->all, &all, tiles, goal, bound) == YES)
        return YES;
    if (is_shared(self, left))
        return share_moves(self, &all, &here, bound);
    return search_moves(self, &all, &here, bound);
}

/* The last move of a cycle, to one of these targets, by natural movement or a kind spent. */
static verdict score_moves(worker *self, uint32_t targets, strength x, int spent, int goal,
                           strength *bound)
{
    strength opposite = turned(x), upper = *bound;
    for (; targets; targets &= targets - 1) {
        strength step = steps[spent][self->all->kind_at[lowest(targets)]], found;
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
static verdict last_move(worker *self, uint32_t tiles, int drum, strength x, int goal,
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

/* The same where others may prove it in the meantime, which is as good. */
static verdict ask_shared(worker *self, const frame *here, int left, strength *bound)
{
    enter(self, here, left);
    verdict found = ask_moves(self, here->tiles, here->drum, here->x, here->goal, bound);
    leave(self, left);
    if (found == UNKNOWN && self->settled == left) {
        self->settled = 0;
        *bound = self->frames[left].bound;
        return self->frames[left].known;
    }
    return found;
}

static verdict prove(worker *self, const frame *here, int left, strength *bound)
{
    uint64_t before = nodes_of(self);
    verdict found = is_shared(self, left)
                        ? ask_shared(self, here, left, bound)
                        : ask_moves(self, here->tiles, here->drum, here->x, here->goal, bound);
    if (found != UNKNOWN) {
        uint64_t nodes = nodes_of(self) - before;
        table_keep(&self->all->known, here->tiles, here->drum, *bound, here->goal, found, nodes);
        milestone reached = {here->tiles, here->drum, here->goal, found, *bound, nodes};
        milestones_add(&self->all->proofs, &reached);
    }
    return found;
}

static verdict ask(worker *self, uint32_t tiles, int drum, strength x, int goal, strength *bound)
{
    int left = count_of(tiles);
    if (told_to_stop(self))
        return UNKNOWN;
    if (left == 1)
        return scored(x, goal, bound);
    if (left == 2)
        return last_move(self, tiles, drum, x, goal, bound);
    if (left < TABLE_FROM)
        return ask_moves(self, tiles, drum, x, goal, bound);
    verdict known = table_ask(&self->all->known, tiles, drum, x, goal, bound);
    if (known != UNKNOWN)
        return known;
    frame here = {tiles, drum, goal, x, UNKNOWN, 0};
    return prove(self, &here, left, bound);
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

static verdict answer(worker *self, const frame *root)
{
    strength bound;
    return ask(self, root->tiles, root->drum, root->x, root->goal, &bound);
}

verdict search_ask(search *self, uint32_t tiles, int drum, strength x, int goal)
{
    frame root = {tiles, drum, goal, x, UNKNOWN, 0};
    return team_ask(self, &root, answer);
}
