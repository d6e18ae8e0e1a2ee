# cython: language_level=3, infer_types=False, binding=False, annotation_typing=False
# cython: auto_pickle=False

cdef extern from "Python.h":
    int Py_EnterRecursiveCall(const char*) except *
    void Py_LeaveRecursiveCall()
    object PyTuple_GetSlice(object, Py_ssize_t, Py_ssize_t)
    Py_ssize_t PyNumber_AsSsize_t(object, void*) except? -1
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef object drawn(object among, object word):
    """`among[word * len(among) >> 32]`."""
    cdef int over = 0
    cdef long long bits
    if type(word) is int and type(among) is tuple:
        bits = PyLong_AsLongLongAndOverflow(word, &over)
        if not over and 0 <= bits <= 0xFFFFFFFF and len(<tuple>among) < 1 << 30:
            return (<tuple>among)[<Py_ssize_t>(bits * len(<tuple>among) >> 32)]
    return among[word * len(among) >> 32]

cdef object part(object of, object low, object high):
    """`of[low:high]`."""
    cdef Py_ssize_t size, a, b
    if type(of) is not tuple:
        return of[low:high]
    size = len(<tuple>of)
    a = 0 if low is None else PyNumber_AsSsize_t(low, NULL)
    b = size if high is None else PyNumber_AsSsize_t(high, NULL)
    return PyTuple_GetSlice(of, max(a + size, 0) if a < 0 else a, max(b + size, 0) if b < 0 else b)

cdef int of_small(tuple numbers) except -1:
    """Check that the members of a table are small whole numbers, or nothing."""
    for x in numbers or ():
        if x is not None and (type(x) is not int or not -(1 << 31) < x < 1 << 31):
            raise ValueError(x)
    return 0

