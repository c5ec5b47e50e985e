#include "table.h"

#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { PROOF_SHIFT = 44, EFFORT_SHIFT = 46, REST_SHIFT = 51, EFFORT_MOST = 31, LINE = 64 };

/* Tiles left: up to the first the fewest buckets do, from the second all there are are of use. */
enum { SMALL_SEARCH = 17, WIDE_SEARCH = 23 };

/* What is proved of a bound, by goal and answer. The lower bit is the goal, the upper the
 * answer; an entry of 0 is empty, which no proof is since its effort is 1 at least. */
static inline unsigned proof_of(int goal, verdict proved)
{
    return (unsigned)goal | (proved == YES ? 2u : 0u);
}

static inline strength bound_of(uint64_t kept)
{
    return kept & (((strength)1 << STRENGTH_BITS) - 1);
}

static inline unsigned effort_of(uint64_t kept)
{
    return (unsigned)(kept >> EFFORT_SHIFT) & EFFORT_MOST;
}

/* Where a board is kept: its bucket, and what of its key the bucket's number does not say. */
typedef struct {
    uint32_t bucket;
    uint64_t rest;
} place;

/* Mixing is one to one on 30 bits (odd factors, and shifts to the right that can be undone), so
 * bucket and rest together are the key again. */
static inline place place_of(const table *all, uint32_t tiles, int drum)
{
    const uint32_t mask = ((uint32_t)1 << KEY_BITS) - 1;
    uint32_t key = tiles | (uint32_t)drum << 25;
    key = key * 0x2C1B3C6Du & mask;
    key ^= key >> 15;
    key = key * 0x297A2D39u & mask;
    key ^= key >> 14;
    place found = {key & (((uint32_t)1 << all->index_bits) - 1), key >> all->index_bits};
    return found;
}

static inline entry *bucket_at(const table *all, uint32_t bucket)
{
    return all->entries + (size_t)bucket * WAYS;
}

/* A search jumps about in its table, which costs less where pages are large. It is a wish: where
 * the system knows no such pages or does not grant them, nothing else changes. */
static void ask_for_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 1 << 12;
    uintptr_t start = ((uintptr_t)memory + page - 1) & ~(page - 1);
    (void)madvise((void *)start, size - page, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

bool table_make(table *all, size_t megabytes)
{
    all->index_most = FEWEST_INDEX_BITS;
    while (all->index_most < MOST_INDEX_BITS
           && (size_t)LINE << (all->index_most + 1) <= megabytes << 20)
        all->index_most++;
    all->index_bits = FEWEST_INDEX_BITS;
    size_t size = (size_t)LINE << all->index_most;
    all->memory = calloc(size + LINE, 1);
    all->dirty = malloc(DIRTY_MOST * sizeof *all->dirty);
    if (!all->memory || !all->dirty) {
        table_free(all);
        return false;
    }
    ask_for_large_pages(all->memory, size);
    uintptr_t start = ((uintptr_t)all->memory + LINE - 1) & ~(uintptr_t)(LINE - 1);
    all->entries = (entry *)start;
    atomic_init(&all->dirty_count, 0);
    return true;
}

void table_free(table *all)
{
    free(all->memory);
    free(all->dirty);
    all->memory = NULL;
    all->dirty = NULL;
}

static unsigned index_bits_for(const table *all, int tiles_left)
{
    unsigned bits = FEWEST_INDEX_BITS;
    if (tiles_left > SMALL_SEARCH)
        bits += (unsigned)(tiles_left - SMALL_SEARCH) * 3 / 4;
    return bits < all->index_most && tiles_left < WIDE_SEARCH ? bits : all->index_most;
}

bool table_is_wide_enough(const table *all, int tiles_left)
{
    return all->index_bits >= index_bits_for(all, tiles_left);
}

/* After a small search only the buckets it wrote are cleared: most positions asked about in a row
 * are late ones, and clearing it all would take longer than solving them. */
static void clear(table *all)
{
    uint32_t written = atomic_load(&all->dirty_count);
    if (written > DIRTY_MOST)
        memset((void *)all->entries, 0, (size_t)LINE << all->index_bits);
    else
        for (uint32_t i = 0; i < written; i++)
            memset((void *)bucket_at(all, all->dirty[i]), 0, LINE);
    atomic_store(&all->dirty_count, 0);
}

void table_begin(table *all, int tiles_left)
{
    clear(all);
    all->index_bits = index_bits_for(all, tiles_left);
}

static inline uint64_t read_entry(const entry *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

void table_expect(const table *all, uint32_t tiles, int drum)
{
    __builtin_prefetch((const void *)bucket_at(all, place_of(all, tiles, drum).bucket));
}

/* A proof of a win is one of a tie at least; a proof of no tie is one of no win. */
static inline verdict answer(uint64_t kept, strength x, int goal)
{
    unsigned proof = (unsigned)(kept >> PROOF_SHIFT) & 3;
    int proved_goal = (int)(proof & 1);
    if (proof & 2)
        return proved_goal >= goal && covers(x, bound_of(kept)) ? YES : UNKNOWN;
    return proved_goal <= goal && covers(bound_of(kept), x) ? NO : UNKNOWN;
}

verdict table_ask(const table *all, uint32_t tiles, int drum, strength x, int goal,
                  strength *bound)
{
    place at = place_of(all, tiles, drum);
    const entry *bucket = bucket_at(all, at.bucket);
    for (int way = 0; way < WAYS; way++) {
        uint64_t kept = read_entry(bucket + way);
        if (!kept || kept >> REST_SHIFT != at.rest)
            continue;
        verdict known = answer(kept, x, goal);
        if (known != UNKNOWN) {
            *bound = bound_of(kept);
            return known;
        }
    }
    return UNKNOWN;
}

static unsigned effort_for(uint64_t nodes)
{
    unsigned effort = 1;
    while (nodes >>= 1)
        effort++;
    return effort < EFFORT_MOST ? effort : EFFORT_MOST;
}

/* Whether the new proof says all that an old one of the same board does. */
static bool outdoes(unsigned proof, strength bound, uint64_t old)
{
    if (((unsigned)(old >> PROOF_SHIFT) & 3) != proof)
        return false;
    return proof & 2 ? covers(bound_of(old), bound) : covers(bound, bound_of(old));
}

/* A free way, one that is outdone, or else the one that took the least effort. */
static entry *way_for(entry *bucket, uint64_t rest, unsigned proof, strength bound)
{
    entry *least = bucket;
    unsigned least_effort = EFFORT_MOST + 1;
    for (entry *way = bucket; way < bucket + WAYS; way++) {
        uint64_t kept = read_entry(way);
        if (!kept || (kept >> REST_SHIFT == rest && outdoes(proof, bound, kept)))
            return way;
        if (effort_of(kept) < least_effort) {
            least_effort = effort_of(kept);
            least = way;
        }
    }
    return least;
}

static void remember_written(table *all, uint32_t bucket)
{
    if (atomic_load_explicit(&all->dirty_count, memory_order_relaxed) > DIRTY_MOST)
        return;
    uint32_t at = atomic_fetch_add_explicit(&all->dirty_count, 1, memory_order_relaxed);
    if (at < DIRTY_MOST)
        all->dirty[at] = bucket;
}

void table_keep(table *all, uint32_t tiles, int drum, strength bound, int goal, verdict proved,
                uint64_t nodes)
{
    place at = place_of(all, tiles, drum);
    unsigned proof = proof_of(goal, proved);
    entry *way = way_for(bucket_at(all, at.bucket), at.rest, proof, bound);
    uint64_t kept = bound | (uint64_t)proof << PROOF_SHIFT
                    | (uint64_t)effort_for(nodes) << EFFORT_SHIFT | at.rest << REST_SHIFT;
    atomic_store_explicit(way, kept, memory_order_relaxed);
    remember_written(all, at.bucket);
}
