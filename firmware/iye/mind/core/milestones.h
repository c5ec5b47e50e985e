/* The proofs that took most, put aside for whoever wants to keep them for another run.
 *
 * The law of this file: each is as good as an entry of the table. When nobody fetches them, new
 * ones are dropped.
 */
#ifndef IYE_MILESTONES_H
#define IYE_MILESTONES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "table.h"

enum { MILESTONES_MOST = 4096 };

typedef struct {
    uint32_t tiles;
    int drum, goal;
    verdict proved;
    strength bound;
    uint64_t nodes;
} milestone;

typedef struct {
    pthread_mutex_t lock;
    milestone *kept;
    int count;
    _Atomic uint64_t from; /* nodes that make a proof a milestone; 0 for none */
} milestones;

bool milestones_make(milestones *all);
void milestones_free(milestones *all);

/* Put a proof aside if it took enough. */
void milestones_add(milestones *all, const milestone *found);

/* Take up to `most` of those there are, the latest first; give how many. */
int milestones_take(milestones *all, milestone *into, int most);

#endif
