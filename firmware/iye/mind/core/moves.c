#include "moves.h"

/* What the opponent can do from there weighs most: who is left without a movement has lost. */
enum { REPLY_WEIGHT = 2, NATURAL_REPLY_WEIGHT = 4, SPENDING_WEIGHT = 30 };
static const unsigned char GIFT_WEIGHT[KINDS] = {16, 8, 4, 2, 0};

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

typedef struct {
    const unsigned char *kind_at;
    uint32_t tiles;
    strength opposite; /* the position with the opponent to move */
    unsigned replier;  /* kinds the opponent holds */
} scene;

static void add_moves(choice *all, const scene *here, uint32_t targets, int spent)
{
    for (; targets; targets &= targets - 1) {
        int cell = lowest(targets), gift = here->kind_at[cell];
        uint32_t left = without(here->tiles, cell);
        move *next = &all->moves[all->count++];
        next->cell = cell;
        next->step = steps[spent][gift];
        next->after = here->opposite + next->step;
        next->order = REPLY_WEIGHT * count_of(whole_reach[here->replier | 1u << gift][cell] & left)
                      + NATURAL_REPLY_WEIGHT * count_of(natural_reach[cell] & left)
                      + GIFT_WEIGHT[gift] + (spent == KINDS ? 0 : SPENDING_WEIGHT);
    }
}

void list_moves(choice *all, const unsigned char *kind_at, uint32_t tiles, int drum, strength x)
{
    uint32_t natural = natural_reach[drum] & tiles;
    strength opposite = turned(x);
    scene here = {kind_at, tiles, opposite, kinds_held(opposite & HAND_MASK)};
    all->count = 0;
    all->upper = FULL;
    add_moves(all, &here, natural, KINDS);
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t further = kind_reach[kind][drum] & tiles & ~natural;
        if (!further)
            continue;
        if (x & HAND_FIELD[kind])
            add_moves(all, &here, further, kind);
        else
            all->upper &= ~(strength)HAND_FIELD[kind];
    }
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
