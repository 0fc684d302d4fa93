"""Makes the files beside this script with numpy itself: python3 make_fixtures.py (numpy 1.24)."""
import hashlib
import io
import os
import zipfile

import numpy as np
from numpy.lib import format as npy_format

HERE = os.path.dirname(os.path.abspath(__file__))
NUMERIC = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]


def values(kind):
    """3 x 4: k/4 - 1 for floats, k - 5 for signed, 20 * k for unsigned, odd k for bool."""
    k = np.arange(12).reshape(3, 4)
    if kind[0] == "f":
        return k / 4 - 1
    if kind[0] == "i":
        return k - 5
    if kind[0] == "u":
        return 20 * k
    return k % 2 == 1


def npy(array, version):
    """The bytes of a .npy of the given format version."""
    out = io.BytesIO()
    npy_format.write_array(out, array, version=version)
    return out.getvalue()


def dtypes():
    members = {}
    for kind in NUMERIC:
        for order, order_name in (("<", "little"), (">", "big")):
            for layout in "CF":
                for version in ((1, 0), (2, 0), (3, 0)):
                    array = np.array(values(kind), dtype=order + kind, order=layout)
                    members[f"{kind}_{order_name}_{layout}_v{version[0]}"] = npy(array, version)
    return members


def save_members(name, members, method):
    with zipfile.ZipFile(os.path.join(HERE, name), "w", method) as archive:
        for key in sorted(members):
            info = zipfile.ZipInfo(key + ".npy", (1980, 1, 1, 0, 0, 0))
            info.compress_type = method
            # numpy writes its members so: zip64 fields in the local headers, needed or not.
            with archive.open(info, "w", force_zip64=True) as member:
                member.write(members[key])


class Unseekable(io.RawIOBase):
    """Makes zipfile write data descriptors after the members."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def main():
    members = dtypes()
    save_members("stored.npz", members, zipfile.ZIP_STORED)
    save_members("deflated.npz", members, zipfile.ZIP_DEFLATED)
    with open(os.path.join(HERE, "digests.txt"), "w") as out:
        for key in sorted(members):
            array = np.load(io.BytesIO(members[key]))
            data = array.tobytes(order="A")
            out.write(f"{key} {hashlib.sha256(data).hexdigest()}\n")

    logits = np.array([[1.5, -2.0], [0.25, 3.0], [-1.0, 0.5]], dtype="<f4")
    with Unseekable(os.path.join(HERE, "descriptor.npz")) as raw:
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
            info = zipfile.ZipInfo("logits.npy", (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, npy(logits, (1, 0)))

    odd = {
        "text_little": npy(np.array(["books", "dvd", "élan 𝄞"], dtype="<U7"), (1, 0)),
        "text_big": npy(np.array(["books", "dvd", "élan 𝄞"], dtype=">U7"), (1, 0)),
        "extremes_i8": npy(np.array([-(2**63), 2**63 - 1, 0]), (1, 0)),
        "extremes_u8": npy(np.array([0, 2**64 - 1, 2**53 + 1], dtype="<u8"), (1, 0)),
        "extremes_f2": npy(
            np.array([6e-8, -6.1e-5, 65504, np.inf, -np.inf, np.nan, -0.0], dtype="<f2"), (1, 0)
        ),
        "scalar": npy(np.array(3.5), (1, 0)),
        "cube": npy(np.zeros((2, 3, 4)), (1, 0)),
        "empty": npy(np.zeros((0, 4), dtype="<f4"), (1, 0)),
        "complex": npy(np.zeros((2, 2), dtype="<c16"), (1, 0)),
        "record": npy(np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")]), (1, 0)),
        "object": npy(np.array([{"a": 1}, None], dtype=object), (1, 0)),
        "bytes": npy(np.array([b"a", b"bc"]), (1, 0)),
        "date": npy(np.array(["2020-12-06"], dtype="<M8[D]"), (1, 0)),
    }
    save_members("odd.npz", odd, zipfile.ZIP_DEFLATED)
    with open(os.path.join(HERE, "fortran.npy"), "wb") as out:
        out.write(npy(np.array(values("f4"), dtype="<f4", order="F"), (1, 0)))
    with open(os.path.join(HERE, "plain.npy"), "wb") as out:
        out.write(npy(np.array(values("f8"), dtype="<f8"), (1, 0)))


if __name__ == "__main__":
    main()
