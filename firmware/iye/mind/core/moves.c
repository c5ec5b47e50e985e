#include "moves.h"

/* What the opponent can do from there weighs most: who is left without a movement has lost. These
 * were found by trying what searches least on some hundred positions with 17 and 20 tiles left. */
enum {
    REPLY_WEIGHT = 2,
    NATURAL_REPLY_WEIGHT = 4,
    FEW_REPLIES_WEIGHT = -8,    /* one at most */
    SPENDING_WEIGHT = 30,
    LAST_OF_KIND_WEIGHT = -4,   /* is spent */
    LEADER_GIVEN_WEIGHT = -8,   /* a tile of a kind in which the opponent is ahead anyhow */
    EXPERIENCE_WEIGHT = 10,
    EXPERIENCE_SCALE = 1024,
    EXPERIENCE_FULL = 4096,
    FORGETTING_SHIFT = 6,
};
static const signed char GIFT_WEIGHT[KINDS] = {16, 8, 4, -2, 0};
static const signed char OWL_SPENT_WEIGHT = -5;

strength steps[KINDS + 1][KINDS];

void moves_make(void)
{
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

/* Both are the opponent's, who is to move next. */
typedef struct {
    strength opposite;
    unsigned kinds;
} replier;

static int reply_order(const scene *here, const replier *next, int cell, int gift)
{
    uint32_t left = without(here->tiles, cell);
    int replies = count_of(whole_reach[next->kinds | 1u << gift][cell] & left);
    return REPLY_WEIGHT * replies + NATURAL_REPLY_WEIGHT * count_of(natural_reach[cell] & left)
           + (replies <= 1 ? FEW_REPLIES_WEIGHT : 0);
}

static int spending_order(strength x, int spent)
{
    if (spent == KINDS)
        return 0;
    bool last = (x & HAND_FIELD[spent]) == (strength)1 << HAND_AT[spent];
    return SPENDING_WEIGHT + (last ? LAST_OF_KIND_WEIGHT : 0) + (spent ? 0 : OWL_SPENT_WEIGHT);
}

static uint16_t *reached_by(const scene *here, const move *one)
{
    return &here->lately->reached[here->goal][here->drum][one->cell][one->spent];
}

static int order_of(const scene *here, const replier *next, const move *one, int gift)
{
    int reached = here->lately ? *reached_by(here, one) : 0;
    return reply_order(here, next, one->cell, gift) + spending_order(here->x, one->spent)
           + GIFT_WEIGHT[gift] + (lead_in(one->after, gift) > 1 ? LEADER_GIVEN_WEIGHT : 0)
           - EXPERIENCE_WEIGHT * reached / EXPERIENCE_SCALE;
}

static void add_moves(choice *all, const scene *here, const replier *next, uint32_t targets,
                      int spent)
{
    for (; targets; targets &= targets - 1) {
        int cell = lowest(targets), gift = here->kind_at[cell];
        move *one = &all->moves[all->count++];
        one->cell = (unsigned char)cell;
        one->spent = (unsigned char)spent;
        one->step = steps[spent][gift];
        one->after = next->opposite + one->step;
        one->order = (short)order_of(here, next, one, gift);
    }
}

void list_moves(choice *all, const scene *here)
{
    uint32_t natural = natural_reach[here->drum] & here->tiles;
    strength opposite = turned(here->x);
    replier next = {opposite, kinds_held(opposite & HAND_MASK)};
    all->count = 0;
    all->upper = FULL;
    add_moves(all, here, &next, natural, KINDS);
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t further = kind_reach[kind][here->drum] & here->tiles & ~natural;
        if (!further)
            continue;
        if (here->x & HAND_FIELD[kind])
            add_moves(all, here, &next, further, kind);
        else
            all->upper &= ~(strength)HAND_FIELD[kind];
    }
}

void learn_from(const scene *here, const move *tried, bool reached)
{
    if (!here->lately)
        return;
    uint16_t *known = reached_by(here, tried);
    if (reached)
        *known += (EXPERIENCE_FULL - *known) >> FORGETTING_SHIFT;
    else
        *known -= *known >> FORGETTING_SHIFT;
}

void bring_best_to(choice *all, int place)
{
    int best = place;
    for (int i = place + 1; i < all->count; i++)
        if (all->moves[i].order < all->moves[best].order)
            best = i;
    move first = all->moves[best];
    all->moves[best] = all->moves[place];
    all->moves[place] = first;
}
