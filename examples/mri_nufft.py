# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Papilio as a backend of mri-nufft (PyPI: mri-nufft): importing this module adds the backend "papilio".

    import mri_nufft, mrinufft
    operator = mrinufft.get_operator("papilio")(samples, shape=(256, 256), n_coils=8)
    kspace = operator.op(image)            # type 2: from a picture to samples
    picture = operator.adj_op(kspace)      # type 1: its adjoint

Arrays are NumPy's; papilio.use_device() chooses the device. Options behind those of mri-nufft are papilio.nufft.Plan's: eps."""

import numpy as np
from mrinufft._utils import proper_trajectory
from mrinufft.operators.base import FourierOperatorCPU

from papilio import nufft

COMPLEX = {"float32": "complex64", "float64": "complex128"}


class PapilioPlans:
    """Both plans on one set of points: what mri-nufft calls for each group of coils."""

    def __init__(self, samples, shape, n_trans=1, eps=1e-6, **options):
        self.shape, self.n_trans = tuple(shape), n_trans
        self.count = len(samples)
        dtype = COMPLEX[str(samples.dtype)]
        self.to_picture = nufft.Plan(1, self.shape, n_trans, eps, 1, dtype=dtype, **options)
        self.to_samples = nufft.Plan(2, self.shape, n_trans, eps, -1, dtype=dtype, **options)
        self.set_samples(samples)

    def set_samples(self, samples):
        axes = [np.ascontiguousarray(samples[:, axis]) for axis in range(len(self.shape))]
        for plan in (self.to_picture, self.to_samples):
            plan.setpts(*axes)

    def _arrays(self, kspace, image):
        """A group of one has no axis of its own."""
        group = () if self.n_trans == 1 else (self.n_trans,)
        return kspace.reshape(*group, self.count), image.reshape(*group, *self.shape)

    def op(self, kspace, image):
        kspace, image = self._arrays(kspace, image)
        return self.to_samples.execute(image, out=kspace)

    def adj_op(self, kspace, image):
        kspace, image = self._arrays(kspace, image)
        return self.to_picture.execute(kspace, out=image)


class MRIPapilio(FourierOperatorCPU):
    """mri-nufft's operator; its arguments are documented at mrinufft.operators.base.FourierOperatorCPU."""

    backend = "papilio"
    available = True
    autograd_available = True

    def __init__(self, samples, shape, density=False, n_coils=1, n_batchs=1, n_trans=1, smaps=None, squeeze_dims=True,
                 **options):
        samples = np.asarray(proper_trajectory(samples, normalize="pi"), order="F")
        plans = PapilioPlans(samples, shape, n_trans, **options)
        super().__init__(samples, shape, density, n_coils=n_coils, n_batchs=n_batchs, n_trans=n_trans, smaps=smaps,
                         raw_op=plans, squeeze_dims=squeeze_dims)

    def update_samples(self, new_samples, unsafe=False):
        """New points for the same shape; `unsafe`: they are angles already."""
        self._samples = new_samples if unsafe else np.asarray(proper_trajectory(new_samples, normalize="pi"), order="F")
        self.raw_op.set_samples(self._samples)
        self.compute_density(self._density_method)
