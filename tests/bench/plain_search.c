/* The plain search that the mind is measured against: alpha-beta over win, tie and loss, a hash
 * table of exact positions, natural movements first and few natural replies first.
 *
 * The law of this file: it shares no line with the mind's core, and does nothing clever.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 5, CELLS = 25, ENTRIES = 1 << 22 }; /* 64 MB */

typedef struct {
    uint64_t key;
    int8_t low, high;
} entry;

typedef struct {
    int target, spent, order;
} move;

static const int WIDTH[KINDS] = {1, 2, 3, 3, 4}, SHIFT[KINDS] = {0, 1, 3, 6, 9};
static const int CENSUS[KINDS] = {1, 3, 5, 7, 9};

static entry *table;
static uint64_t nodes;
static uint32_t reach[KINDS + 1][CELLS]; /* the last is natural movement */
static const unsigned char *kinds;

static void make_reach(void)
{
    for (int from = 0; from < CELLS; from++)
        for (int to = 0; to < CELLS; to++) {
            int dx = abs(from % 5 - to % 5), dy = abs(from / 5 - to / 5);
            int corner = to == 0 || to == 4 || to == 20 || to == 24;
            int reached[KINDS + 1] = {
                1, !dx || !dy || dx == dy, dx == 1 && dy == 1, dx * dy == 2, corner,
                (!dx || !dy) && dx + dy <= 2,
            };
            for (int way = 0; way <= KINDS; way++)
                if (to != from && reached[way])
                    reach[way][from] |= 1u << to;
        }
}

static int count(uint32_t hand, int kind)
{
    return (int)(hand >> SHIFT[kind]) & ((1 << WIDTH[kind]) - 1);
}

static int scored(uint32_t own, uint32_t other)
{
    int lead = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int ahead = count(own, kind) - count(other, kind);
        lead += CENSUS[kind] * ((ahead > 0) - (ahead < 0));
    }
    return (lead > 0) - (lead < 0);
}

static int list_moves(move *moves, uint32_t tiles, int drum, uint32_t own)
{
    int found = 0;
    for (int way = 0; way <= KINDS; way++) {
        if (way < KINDS && !count(own, way))
            continue;
        for (uint32_t left = reach[way][drum] & tiles; left; left &= left - 1) {
            int target = __builtin_ctz(left);
            int replies = __builtin_popcount(reach[KINDS][target] & tiles);
            move next = {target, way, replies + (way < KINDS ? CELLS : 0)};
            int place = found++;
            for (; place && moves[place - 1].order > next.order; place--)
                moves[place] = moves[place - 1];
            moves[place] = next;
        }
    }
    return found;
}

static entry *entry_for(uint64_t key)
{
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    return &table[(hash ^ hash >> 32) * 0xD6E8FEB86659FD93u >> 42];
}

static int search(uint32_t tiles, int drum, uint32_t own, uint32_t other, int low, int high)
{
    nodes++;
    if (!(tiles & (tiles - 1)))
        return scored(own, other);
    uint64_t key = tiles | (uint64_t)drum << 25 | (uint64_t)own << 30 | (uint64_t)other << 43;
    entry *known = entry_for(key);
    entry kept = {key, -1, 1};
    if (known->key == key)
        kept = *known;
    if (kept.low >= high || kept.low == kept.high)
        return kept.low;
    if (kept.high <= low)
        return kept.high;
    move moves[CELLS * (KINDS + 1)];
    int found = list_moves(moves, tiles, drum, own), best = -1, floor = low;
    for (int i = 0; i < found && best < high && best < 1; i++) {
        uint32_t left = own - (moves[i].spent < KINDS ? 1u << SHIFT[moves[i].spent] : 0);
        uint32_t gift = 1u << SHIFT[kinds[moves[i].target]];
        int value = -search(tiles & ~(1u << moves[i].target), moves[i].target, other + gift, left,
                            -high, -floor);
        best = value > best ? value : best;
        floor = best > floor ? best : floor;
    }
    if (best > low)
        kept.low = (int8_t)best;
    if (best < high)
        kept.high = (int8_t)best;
    *entry_for(key) = kept;
    return best;
}

/* Give the value for the mover, and count the nodes. */
int plain_value(const unsigned char *layout, uint32_t tiles, int drum, uint32_t own, uint32_t other,
                uint64_t *counted)
{
    if (!table) {
        make_reach();
        table = malloc(ENTRIES * sizeof *table);
    }
    memset(table, 0, ENTRIES * sizeof *table);
    kinds = layout;
    nodes = 0;
    int value = search(tiles, drum, own, other, -1, 1);
    *counted = nodes;
    return value;
}
