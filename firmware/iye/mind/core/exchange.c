#include "exchange.h"

static PyObject *as_python(const milestone *one)
{
    return Py_BuildValue("(IiiOKK)", one->tiles, one->drum, one->goal,
                         one->proved == YES ? Py_True : Py_False,
                         (unsigned long long)one->bound, (unsigned long long)one->nodes);
}

PyObject *proofs_given(search *self)
{
    PyObject *given = PyList_New(0);
    milestone one;
    while (given && milestones_take(&self->proofs, &one, 1)) {
        PyObject *proof = as_python(&one);
        if (!proof || PyList_Append(given, proof) < 0)
            Py_CLEAR(given);
        Py_XDECREF(proof);
    }
    return given;
}

static bool is_possible(const search *self, const milestone *one)
{
    return one->tiles && !(one->tiles & ~self->laid) && one->drum >= 0 && one->drum < CELLS
           && (one->goal == 0 || one->goal == 1) && !(one->bound >> STRENGTH_BITS)
           && covers(FULL, one->bound);
}

PyObject *proof_taken(search *self, PyObject *proof)
{
    milestone one;
    int reached;
    unsigned long long bound, nodes;
    if (!PyArg_ParseTuple(proof, "IiipKK", &one.tiles, &one.drum, &one.goal, &reached, &bound,
                          &nodes))
        return NULL;
    one.bound = bound;
    if (!is_possible(self, &one))
        return PyErr_Format(PyExc_ValueError, "this is no proof about these tiles");
    table_keep(&self->known, one.tiles, one.drum, one.bound, one.goal, reached ? YES : NO, nodes);
    Py_RETURN_NONE;
}
