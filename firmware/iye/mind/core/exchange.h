/* Proofs on their way out of a search and back into one, as Python values.
 *
 * The law of this file: what comes in is checked as far as it can be; that it was proved has to be
 * the caller's word.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifndef IYE_EXCHANGE_H
#define IYE_EXCHANGE_H

#include "search.h"

/* The milestones since the last call, as (tiles, drum, goal, reached, bound, nodes). */
PyObject *proofs_given(search *self);

/* Put one back, given as that; the kinds it relies on have been laid. NULL with an exception. */
PyObject *proof_taken(search *self, PyObject *proof);

#endif
