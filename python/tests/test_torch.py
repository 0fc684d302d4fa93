import unittest

import numpy as np
import transcal

try:
    import torch
except ImportError:
    torch = None

from example import call, task


@unittest.skipIf(torch is None, "torch is not installed")
class GivenAModel(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.model = torch.nn.Sequential()
        self.model.add_module("conv", torch.nn.Conv2d(1, 6, 3))
        self.model.add_module("relu", torch.nn.ReLU())
        self.model.add_module("pool", torch.nn.AdaptiveAvgPool2d(1))
        self.model.add_module("flat", torch.nn.Flatten())
        self.model.add_module("drop", torch.nn.Dropout(0.5))
        self.model.add_module("head", torch.nn.Linear(6, 4))
        self.x = torch.randn(50, 1, 8, 8)
        self.y = torch.arange(50) % 4
        dataset = torch.utils.data.TensorDataset(self.x, self.y)
        self.loader = torch.utils.data.DataLoader(dataset, batch_size=16)

    def collect(self, **options):
        from transcal.torch import collect

        return collect(self.model, self.loader, progress=False, **options)

    def test_logits_features_and_labels_are_those_of_the_model(self):
        self.model.train()

        found = self.collect(features="relu")

        self.assertTrue(self.model.training)
        self.model.eval()
        with torch.no_grad():
            np.testing.assert_allclose(found.logits, self.model(self.x).numpy(), atol=1e-5)
            maps = self.model.relu(self.model.conv(self.x))
            np.testing.assert_allclose(found.features, maps.mean(dim=(2, 3)).numpy(), atol=1e-5)
        np.testing.assert_array_equal(found.labels, self.y.numpy())
        self.assertIsNone(found.mixup_logits)
        self.assertEqual(len(self.model.relu._forward_hooks), 0)

    def test_mixed_inputs(self):
        found = self.collect(mixup=True)

        partner = found.mixup_partner
        self.assertTrue((partner != np.arange(50)).all())
        np.testing.assert_array_equal(np.sort(partner), np.arange(50))
        self.model.eval()
        with torch.no_grad():
            mixed = self.model(0.65 * self.x + 0.35 * self.x[torch.from_numpy(partner)])
        np.testing.assert_allclose(found.mixup_logits, mixed.numpy(), atol=1e-5)
        np.testing.assert_array_equal(self.collect(mixup=True).mixup_partner, partner)

    def test_an_unknown_module_is_named(self):
        with self.assertRaisesRegex(transcal.InputError, 'no module "rellu"; did you mean relu'):
            self.collect(features="rellu")

    def test_calibrated_modules_equal_the_model(self):
        from transcal.torch import CalibratedModule

        for method in ("temperature", "vector", "matrix", "isotonic", "vanilla"):
            with self.subTest(method):
                fit = transcal.fit(**call(task(1)), method=method)
                self.model.eval()
                module = CalibratedModule(self.model, fit)

                probabilities = module(self.x).detach().numpy()

                np.testing.assert_allclose(
                    probabilities, fit.calibrate(self.model(self.x)), atol=1e-6
                )

    def test_gradients_flow_through_a_temperature(self):
        from transcal.torch import CalibratedModule

        fit = transcal.fit(**call(task(1)), method="temperature")
        CalibratedModule(self.model, fit)(self.x).max().backward()
        self.assertIsNotNone(self.model.head.weight.grad)


if __name__ == "__main__":
    unittest.main()
