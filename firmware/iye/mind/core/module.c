/* The mind's native core as a Python module, for any CPython from 3.11 (stable ABI).
 *
 * The law of this file: it checks what comes in and searches without the interpreter's lock. It
 * knows no clock: whoever wants to stop a search does so from another thread, or when asked.
 */
#include "exchange.h"
#include "search.h"

typedef struct {
    PyObject_HEAD
    search *search;
    PyObject *listen; /* borrowed while asking */
    PyThreadState *released;
    _Atomic int asking;
} core;

/* Take the lock for a moment: so Ctrl-C works, and whoever listens hears how far it is. */
static int hear(void *who)
{
    core *self = who;
    PyEval_RestoreThread(self->released);
    int failed = PyErr_CheckSignals();
    if (!failed && self->listen != Py_None) {
        PyObject *answer = PyObject_CallNoArgs(self->listen);
        failed = answer == NULL;
        Py_XDECREF(answer);
    }
    self->released = PyEval_SaveThread();
    return failed;
}

static search *search_of(PyObject *self)
{
    return ((core *)self)->search;
}

static void core_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    if (search_of(self))
        team_free(search_of(self));
    release(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *core_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"memory_mb", "threads", "milestone", NULL};
    Py_ssize_t megabytes = 64, threads = 1;
    unsigned long long milestone = 0;
    if (!PyArg_ParseTupleAndKeywords(args, named, "|nnK", names, &megabytes, &threads, &milestone))
        return NULL;
    if (megabytes < 8 || megabytes > 1 << 20)
        return PyErr_Format(PyExc_ValueError, "the mind takes 8 MB or more, not %zd", megabytes);
    if (threads < 1 || threads > MOST_THREADS)
        return PyErr_Format(PyExc_ValueError, "the mind searches in 1 to %d threads, not %zd",
                            MOST_THREADS, threads);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *made = allocate(type, 0);
    if (!made)
        return NULL;
    core *self = (core *)made;
    self->search = team_make((size_t)megabytes, (int)threads);
    if (!self->search) {
        Py_DECREF(made);
        return PyErr_NoMemory();
    }
    atomic_store(&self->search->proofs.from, milestone);
    self->search->listen = hear;
    self->search->listener_self = self;
    return made;
}

typedef struct {
    const unsigned char *kinds;
    unsigned tiles, own, other;
    int drum, goal;
} question;

/* Every field of a hand stays within the census as long as board and hands do together. */
static int within_census(const question *asked)
{
    for (int kind = 0; kind < KINDS; kind++) {
        unsigned field = HAND_FIELD[kind];
        unsigned total = ((asked->own & field) >> HAND_AT[kind])
                         + ((asked->other & field) >> HAND_AT[kind]);
        for (int cell = 0; cell < CELLS; cell++)
            total += (asked->tiles >> cell & 1) && asked->kinds[cell] == kind;
        if (total > CENSUS[kind])
            return 0;
    }
    return 1;
}

static const char *objection(const question *asked, Py_ssize_t cells)
{
    if (cells != CELLS)
        return "there are 25 cells";
    if (!asked->tiles || asked->tiles >> CELLS)
        return "tiles is a set of cells, not empty";
    if (asked->drum < 0 || asked->drum >= CELLS)
        return "the drum is on one of 25 cells";
    if (asked->goal != 0 && asked->goal != 1)
        return "a goal is 1, to win, or 0, to tie at least";
    if (asked->own >> HAND_BITS || asked->other >> HAND_BITS)
        return "a hand is 13 bits";
    for (int cell = 0; cell < CELLS; cell++)
        if (asked->tiles >> cell & 1 && asked->kinds[cell] >= KINDS)
            return "a kind is 0 to 4";
    return within_census(asked) ? NULL : "there are more tiles than the game has";
}

static verdict search_unlocked(core *self, const question *asked)
{
    search_lay(self->search, asked->tiles, asked->kinds);
    strength x = strength_of(asked->own, asked->other);
    self->released = PyEval_SaveThread();
    verdict found = search_ask(self->search, asked->tiles, asked->drum, x, asked->goal);
    PyEval_RestoreThread(self->released);
    return found;
}

static PyObject *core_ask(PyObject *object, PyObject *args)
{
    core *self = (core *)object;
    question asked;
    Py_ssize_t cells;
    PyObject *listen = Py_None;
    if (!PyArg_ParseTuple(args, "y#IiIIi|O", &asked.kinds, &cells, &asked.tiles, &asked.drum,
                          &asked.own, &asked.other, &asked.goal, &listen))
        return NULL;
    const char *wrong = objection(&asked, cells);
    if (wrong)
        return PyErr_Format(PyExc_ValueError, "%s", wrong);
    if (atomic_exchange(&self->asking, 1))
        return PyErr_Format(PyExc_RuntimeError, "this core is answering another question");
    self->listen = listen;
    verdict found = search_unlocked(self, &asked);
    atomic_store(&self->asking, 0);
    if (PyErr_Occurred()) {
        atomic_fetch_and(&self->search->halt, ~STOPPED);
        return NULL;
    }
    if (found == UNKNOWN)
        Py_RETURN_NONE;
    return PyBool_FromLong(found == YES);
}

static PyObject *core_proofs(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return proofs_given(search_of(self));
}

/* Only the kinds and cells of the question are looked at; a proof is about some of its tiles. */
static PyObject *core_learn(PyObject *object, PyObject *args)
{
    core *self = (core *)object;
    question about = {.drum = 0};
    Py_ssize_t cells;
    PyObject *proof;
    if (!PyArg_ParseTuple(args, "y#IO!", &about.kinds, &cells, &about.tiles, &PyTuple_Type, &proof))
        return NULL;
    const char *wrong = objection(&about, cells);
    if (wrong)
        return PyErr_Format(PyExc_ValueError, "%s", wrong);
    if (atomic_exchange(&self->asking, 1))
        return PyErr_Format(PyExc_RuntimeError, "this core is answering a question");
    search_lay(self->search, about.tiles, about.kinds);
    PyObject *taken = proof_taken(self->search, proof);
    atomic_store(&self->asking, 0);
    return taken;
}

static PyObject *core_stop(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    atomic_fetch_or(&search_of(self)->halt, STOPPED);
    Py_RETURN_NONE;
}

static PyObject *core_resume(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    atomic_fetch_and(&search_of(self)->halt, ~STOPPED);
    Py_RETURN_NONE;
}

static PyObject *core_nodes(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromUnsignedLongLong(team_nodes(search_of(self)));
}

static PyObject *core_path(PyObject *self, void *nothing)
{
    (void)nothing;
    PyObject *path = PyList_New(0);
    for (int ply = 0; path && ply < PLIES_TOLD; ply++) {
        int at = atomic_load(&search_of(self)->move_at[ply]);
        int of = atomic_load(&search_of(self)->move_of[ply]);
        if (!of)
            break;
        PyObject *step = Py_BuildValue("(ii)", at, of);
        if (!step || PyList_Append(path, step) < 0)
            Py_CLEAR(path);
        Py_XDECREF(step);
    }
    return path;
}

static PyMethodDef core_methods[] = {
    {"ask", core_ask, METH_VARARGS,
     "Whether the mover reaches a goal, or None when stopped."},
    {"proofs", core_proofs, METH_NOARGS, "Give the milestones there were since the last call."},
    {"learn", core_learn, METH_VARARGS, "Take back a milestone of an earlier run."},
    {"stop", core_stop, METH_NOARGS, "Stop, from any thread."},
    {"resume", core_resume, METH_NOARGS, "Search again after a stop."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef core_properties[] = {
    {"nodes", core_nodes, NULL, "Nodes searched since it was made.", NULL},
    {"path", core_path, NULL,
     "In the first plies, which move of how many is being searched.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot core_slots[] = {
    {Py_tp_new, (void *)core_new},
    {Py_tp_dealloc, (void *)core_free},
    {Py_tp_methods, core_methods},
    {Py_tp_getset, core_properties},
    {0, NULL},
};

static PyType_Spec core_spec = {
    "iye.mind._core.Core", sizeof(core), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    core_slots,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "iye.mind._core", "The mind's native core.", -1,
    NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void)
{
    static int prepared = 0;
    PyObject *module = PyModule_Create(&definition);
    PyObject *type = PyType_FromSpec(&core_spec);
    if (!prepared)
        search_prepare();
    prepared = 1;
    if (!module || !type || PyModule_AddObjectRef(module, "Core", type) < 0)
        Py_CLEAR(module);
    Py_XDECREF(type);
    return module;
}
