/* The transposition table: what is proved, for whole regions of hands at a time.
 *
 * The law of this file: no false hits. An entry is 64 bits and, with its place, holds the board
 * and the drum exactly; its bound says for which hands it is proved. Entries are read and written
 * whole, so searches in several threads may share a table.
 *
 *   bits 0-43   the bound     44-45  what is proved of it     46-50  effort     51-63  the rest of
 *                                                                               the board's key
 */
#ifndef IYE_TABLE_H
#define IYE_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strength.h"

enum { WAYS = 8, KEY_BITS = 30, FEWEST_INDEX_BITS = 17, MOST_INDEX_BITS = 28, DIRTY_MOST = 1 << 16 };

typedef _Atomic uint64_t entry;

typedef struct {
    entry *entries; /* buckets of WAYS */
    void *memory;   /* what to free; the entries begin at a cache line within */
    unsigned index_bits; /* of those buckets that are in use */
    unsigned index_most;
    uint32_t *dirty; /* buckets written since the last clearing, while they are few */
    _Atomic uint32_t dirty_count;
} table;

typedef enum { NO, YES, UNKNOWN } verdict;

/* Goals are asked for the player to move: 1 is to win, 0 is at least to tie. */

/* Take at most so many megabytes (8 at least). False when there is no memory. */
bool table_make(table *all, size_t megabytes);
void table_free(table *all);

/* Forget everything, and use as many buckets as a search with so many tiles left can fill: a small
 * search that is kept together finds more of it in the processor's cache. */
void table_begin(table *all, int tiles_left);

/* Whether as many buckets are in use as `table_begin` would take. */
bool table_is_wide_enough(const table *all, int tiles_left);

/* Bring what `table_ask` will read towards the processor. */
void table_expect(const table *all, uint32_t tiles, int drum);

/* Whether the mover reaches `goal` there. If known, `bound` is of the region proved with it. */
verdict table_ask(const table *all, uint32_t tiles, int drum, strength x, int goal,
                  strength *bound);

/* Keep a proof: NO for all that `bound` covers, YES for all that cover it. */
void table_keep(table *all, uint32_t tiles, int drum, strength bound, int goal, verdict proved,
                uint64_t nodes);

#endif
