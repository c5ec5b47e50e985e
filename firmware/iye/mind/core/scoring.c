#include "scoring.h"

/* The leads' 18 bits are looked up in two halves: Owl, Water and Tree, then Horse and Sun. */
enum {
    HALF_BITS = 9,
    HALVES = 1 << HALF_BITS,
    HALF_MASK = HALVES - 1,
    PATTERNS = 243, /* behind, level or ahead in each of five kinds */
};

static unsigned char small_pattern[HALVES], large_pattern[HALVES];
static signed char lead_of[PATTERNS];
/* By goal: for a pattern that reaches it, the least leads that do. */
static uint32_t least_leads[2][PATTERNS];
/* For a pattern that does not, the greatest leads that do not. */
static uint32_t most_leads[2][PATTERNS];

static const unsigned char POWER[KINDS] = {1, 3, 9, 27, 81};

static int sign_in(int pattern, int kind)
{
    return pattern / POWER[kind] % 3 - 1;
}

/* Give up what the goal can spare, the cheapest kinds first so that most become free. Of the
 * points above the goal, `spare`, losing a lead costs a kind's points twice. */
static uint32_t least_for(int pattern, int spare)
{
    uint32_t leads = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int worth = CENSUS[kind], sign = sign_in(pattern, kind);
        while (sign >= 0 && spare >= worth) {
            spare -= worth;
            sign--;
        }
        if (sign >= 0)
            leads |= (uint32_t)(worth + sign) << LEAD_AT[kind];
    }
    return leads;
}

static int mirrored(int pattern)
{
    return PATTERNS - 1 - pattern;
}

static void make_pattern(int pattern)
{
    int lead = 0;
    for (int kind = 0; kind < KINDS; kind++)
        lead += sign_in(pattern, kind) * CENSUS[kind];
    lead_of[pattern] = (signed char)lead;
    for (int goal = 0; goal < 2; goal++) {
        if (lead >= goal)
            least_leads[goal][pattern] = least_for(pattern, lead - goal);
        else /* the opponent reaches the other goal */
            most_leads[goal][pattern] =
                (uint32_t)FULL_LEAD - least_for(mirrored(pattern), -lead - (1 - goal));
    }
}

static int pattern_of(uint32_t leads, int first, int last)
{
    int pattern = 0;
    for (int kind = first; kind <= last; kind++) {
        int lead = (int)(leads >> LEAD_AT[kind] & ((1u << LEAD_WIDTH[kind]) - 1)) - CENSUS[kind];
        pattern += ((lead > 0) - (lead < 0) + 1) * POWER[kind];
    }
    return pattern;
}

void scoring_make(void)
{
    for (uint32_t half = 0; half < HALVES; half++) {
        small_pattern[half] = (unsigned char)pattern_of(half, 0, 2);
        large_pattern[half] = (unsigned char)(pattern_of(half << HALF_BITS, 3, 4));
    }
    for (int pattern = 0; pattern < PATTERNS; pattern++)
        make_pattern(pattern);
}

verdict scored(strength x, int goal, strength *bound)
{
    uint32_t leads = (uint32_t)(x >> LEAD_SHIFT);
    int pattern = small_pattern[leads & HALF_MASK] + large_pattern[leads >> HALF_BITS];
    if (lead_of[pattern] >= goal) {
        *bound = (strength)least_leads[goal][pattern] << LEAD_SHIFT;
        return YES;
    }
    *bound = (strength)most_leads[goal][pattern] << LEAD_SHIFT | (FULL & ~LEAD_MASK);
    return NO;
}
