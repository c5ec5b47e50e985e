#include "team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    LISTEN_EVERY = 1 << 17,  /* nodes: some 30 ms on a desk, 300 ms on a board */
    LOOK_UP_EVERY = 1 << 12, /* nodes: about 1 ms */
    HELP_FROM = 14,          /* tiles left: with fewer, starting threads takes longer */
};

static size_t in_lines(size_t size)
{
    return (size + LINE - 1) / LINE * LINE;
}

static void *at_line(void *memory)
{
    return (void *)(((uintptr_t)memory + LINE - 1) & ~(uintptr_t)(LINE - 1));
}

static worker *worker_at(const search *self, int number)
{
    return (worker *)((char *)self->workers + (size_t)number * in_lines(sizeof(worker)));
}

search *team_make(size_t megabytes, int threads)
{
    size_t own = in_lines(sizeof(search));
    void *memory = calloc(1, own + (size_t)threads * in_lines(sizeof(worker)) + LINE);
    if (!memory)
        return NULL;
    search *self = at_line(memory);
    self->memory = memory;
    self->workers = (worker *)((char *)self + own);
    self->threads = threads;
    for (int number = 0; number < threads; number++)
        worker_at(self, number)->all = self;
    if (!milestones_make(&self->proofs) || !table_make(&self->known, megabytes)) {
        team_free(self);
        return NULL;
    }
    return self;
}

void team_free(search *self)
{
    table_free(&self->known);
    milestones_free(&self->proofs);
    free(self->memory);
}

uint64_t team_nodes(const search *self)
{
    uint64_t nodes = 0;
    for (int number = 0; number < self->threads; number++)
        nodes += nodes_of(worker_at(self, number));
    return nodes;
}

typedef struct {
    worker *self;
    const frame *root;
    part answer;
    verdict found;
} task;

/* Whoever is first ends the others' work. */
static void *do_part(void *given)
{
    task *mine = given;
    mine->found = mine->answer(mine->self, mine->root);
    if (mine->found != UNKNOWN)
        atomic_fetch_or(&mine->self->all->halt, FINISHED);
    return NULL;
}

static void set_out(search *self, const frame *root)
{
    self->root_tiles = count_of(root->tiles);
    self->at_work = self->root_tiles < HELP_FROM ? 1 : self->threads;
    atomic_fetch_and(&self->halt, ~FINISHED);
    for (int ply = 0; ply < PLIES_TOLD; ply++)
        atomic_store_explicit(&self->move_of[ply], 0, memory_order_relaxed);
    for (int number = 0; number < self->at_work; number++) {
        worker_at(self, number)->depth = CELLS + 1;
        worker_at(self, number)->settled = 0;
    }
}

verdict team_ask(search *self, const frame *root, part answer)
{
    pthread_t helpers[MOST_THREADS];
    task tasks[MOST_THREADS];
    int helping = 1;
    set_out(self, root);
    for (int number = 0; number < self->at_work; number++)
        tasks[number] = (task){worker_at(self, number), root, answer, UNKNOWN};
    /* Where the system grants no more threads, fewer do. */
    while (helping < self->at_work
           && pthread_create(&helpers[helping], NULL, do_part, &tasks[helping]) == 0)
        helping++;
    do_part(&tasks[0]);
    atomic_fetch_or(&self->halt, FINISHED);
    verdict found = tasks[0].found;
    for (int number = 1; number < helping; number++) {
        pthread_join(helpers[number], NULL);
        if (found == UNKNOWN)
            found = tasks[number].found;
    }
    return found;
}

/* Whether another worker has proved something on the way from the root to here. */
static bool look_up_frames(worker *self)
{
    for (int left = self->all->root_tiles; left >= self->depth; left--) {
        frame *on_the_way = &self->frames[left];
        on_the_way->known = table_ask(&self->all->known, on_the_way->tiles, on_the_way->drum,
                                      on_the_way->x, on_the_way->goal, &on_the_way->bound);
        if (on_the_way->known != UNKNOWN) {
            self->settled = left;
            return true;
        }
    }
    return false;
}

static void listen_to_others(worker *self, uint64_t nodes)
{
    search *all = self->all;
    self->listened = nodes;
    if (all->listen && all->listen(all->listener_self))
        atomic_fetch_or(&all->halt, STOPPED);
}

bool told_to_stop(worker *self)
{
    search *all = self->all;
    uint64_t nodes = count_node(self);
    if (self == all->workers && nodes - self->listened >= LISTEN_EVERY)
        listen_to_others(self, nodes);
    if (all->at_work > 1 && nodes - self->looked_up >= LOOK_UP_EVERY) {
        self->looked_up = nodes;
        if (look_up_frames(self))
            return true;
    }
    return atomic_load_explicit(&all->halt, memory_order_relaxed);
}

void tell_place(worker *self, uint32_t tiles, int at, int of)
{
    search *all = self->all;
    int ply = all->root_tiles - count_of(tiles);
    if (ply >= PLIES_TOLD || self != all->workers)
        return;
    atomic_store_explicit(&all->move_at[ply], at, memory_order_relaxed);
    atomic_store_explicit(&all->move_of[ply], of, memory_order_relaxed);
}

uint64_t busy_key(uint32_t tiles, int drum, int goal)
{
    uint64_t key = (tiles | (uint64_t)drum << 25 | (uint64_t)goal << 30) * 0x9E3779B97F4A7C15u;
    return (key ^ key >> 32) | 1;
}

static _Atomic uint64_t *busy_slot(search *self, uint64_t key)
{
    return &self->busy[key >> 1 & (BUSY_SLOTS - 1)];
}

bool is_busy(search *self, uint64_t key)
{
    return atomic_load_explicit(busy_slot(self, key), memory_order_relaxed) == key;
}

void begin_busy(search *self, uint64_t key)
{
    atomic_store_explicit(busy_slot(self, key), key, memory_order_relaxed);
}

void end_busy(search *self, uint64_t key)
{
    if (is_busy(self, key))
        atomic_store_explicit(busy_slot(self, key), 0, memory_order_relaxed);
}
