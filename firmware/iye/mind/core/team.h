/* Several threads that search the same tree: what each has of its own, and what they share.
 *
 * The law of this file: threads share proofs, through the table, and hints about who is busy with
 * what; a hint that is wrong or lost costs time and nothing else. Only the asking thread, worker
 * 0, ever speaks to whoever listens.
 */
#ifndef IYE_TEAM_H
#define IYE_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "milestones.h"
#include "moves.h"
#include "table.h"

/* Called now and then by a search under way; a value other than 0 stops it. */
typedef int (*listener)(void *who);

enum {
    PLIES_TOLD = 6,
    MOST_THREADS = 64,
    SHARED_FROM = 8, /* tiles left: with fewer, threads do not look at each other's work */
    BUSY_SLOTS = 1 << 12,
};

typedef struct search search;

/* A position on the way from the root to where a worker is. */
typedef struct {
    uint32_t tiles;
    int drum, goal;
    strength x;
    verdict known; /* by another worker in the meantime */
    strength bound;
} frame;

typedef struct {
    search *all;
    _Atomic uint64_t nodes; /* since the search was made */
    uint64_t listened, looked_up; /* at which count of nodes */
    int depth; /* the fewest tiles left among its frames */
    experience lately;
    int settled; /* tiles left of a frame that another worker has proved; 0 for none */
    frame frames[CELLS + 1]; /* by tiles left */
} worker;

enum { STOPPED = 1, FINISHED = 2 };

struct search {
    table known;
    milestones proofs;
    uint32_t laid; /* cells whose kind the table relies on */
    unsigned char kind_at[CELLS]; /* of each cell that has a tile */
    int threads; /* that there are workers for */
    int at_work; /* in the question under way */
    worker *workers; /* each on cache lines of its own */
    void *memory;    /* what to free; the workers begin at a cache line within */
    int root_tiles;
    listener listen;
    void *listener_self;
    _Alignas(64) _Atomic int halt; /* STOPPED by somebody, FINISHED by a worker */
    /* How far worker 0 is: which move of how many is being searched, in the first plies. */
    _Alignas(64) _Atomic int move_at[PLIES_TOLD];
    _Atomic int move_of[PLIES_TOLD];
    _Alignas(64) _Atomic uint64_t busy[BUSY_SLOTS];
};

/* Make what so many threads need, with a table of so many megabytes; NULL without the memory. */
search *team_make(size_t megabytes, int threads);
void team_free(search *self);

uint64_t team_nodes(const search *self);

/* Have `part` answer for each worker, and give the first answer; UNKNOWN when stopped. */
typedef verdict (*part)(worker *self, const frame *root);
verdict team_ask(search *self, const frame *root, part answer);

/* Whether a worker has to leave what it is doing, which it asks at every node. */
bool told_to_stop(worker *self);

/* Say how far worker 0 is. */
void tell_place(worker *self, uint32_t tiles, int at, int of);

/* Only the worker itself writes, so that adding need not be one step. */
static inline uint64_t count_node(worker *self)
{
    uint64_t nodes = atomic_load_explicit(&self->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&self->nodes, nodes, memory_order_relaxed);
    return nodes;
}

static inline uint64_t nodes_of(const worker *self)
{
    return atomic_load_explicit(&self->nodes, memory_order_relaxed);
}

/* A worker's frames, for positions that are worth sharing. */
static inline void enter(worker *self, const frame *here, int left)
{
    self->frames[left] = *here;
    self->depth = left;
}

static inline void leave(worker *self, int left)
{
    self->depth = left + 1;
}

/* Hints that a worker is searching a position, so that others begin with something else. Hands are
 * left out: what is found with some of them is mostly found for others too. */
uint64_t busy_key(uint32_t tiles, int drum, int goal);
bool is_busy(search *self, uint64_t key);
void begin_busy(search *self, uint64_t key);
void end_busy(search *self, uint64_t key);

#endif
