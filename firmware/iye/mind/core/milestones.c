#include "milestones.h"

#include <stdlib.h>

bool milestones_make(milestones *all)
{
    all->kept = malloc(MILESTONES_MOST * sizeof *all->kept);
    return all->kept && pthread_mutex_init(&all->lock, NULL) == 0;
}

void milestones_free(milestones *all)
{
    if (all->kept)
        pthread_mutex_destroy(&all->lock);
    free(all->kept);
    all->kept = NULL;
}

void milestones_add(milestones *all, const milestone *found)
{
    uint64_t from = atomic_load_explicit(&all->from, memory_order_relaxed);
    if (!from || found->nodes < from)
        return;
    pthread_mutex_lock(&all->lock);
    if (all->count < MILESTONES_MOST)
        all->kept[all->count++] = *found;
    pthread_mutex_unlock(&all->lock);
}

int milestones_take(milestones *all, milestone *into, int most)
{
    int taken = 0;
    pthread_mutex_lock(&all->lock);
    while (all->count && taken < most)
        into[taken++] = all->kept[--all->count];
    pthread_mutex_unlock(&all->lock);
    return taken;
}
