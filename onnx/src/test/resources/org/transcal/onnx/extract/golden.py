"""Writes golden.txt: resized images and features of a small convolutional network, by numpy.

    /usr/bin/python3 golden.py > golden.txt

Images and weights are closed forms, so that the tests can make the same. A resize is a product with one matrix per axis. numpy 1.24.
"""
import numpy as np


def picture(width, height, seed):
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    return ((x * (7 + seed) + y * 13 + c * 29 + (x * y) // (3 + seed) + (x * x) // 11) % 256).astype(float)


def axis(inputs, outputs):
    """Triangles around the centers of the outputs, as wide as two of the larger pixels; each row sums to one."""
    scale = inputs / outputs
    centers = (np.arange(outputs)[:, None] + 0.5) * scale
    triangles = np.clip(1 - np.abs(np.arange(inputs) + 0.5 - centers) / max(scale, 1), 0, None)
    return triangles / triangles.sum(axis=1, keepdims=True)


def resized(image, height, width):
    return np.einsum("yi,ijc,xj->yxc", axis(image.shape[0], height), image, axis(image.shape[1], width), optimize=True)


def shorter_side(image, size):
    h, w, _ = image.shape
    return resized(image, size * h // min(h, w), size * w // min(h, w))


def centre_crop(image, height, width):
    h, w, _ = image.shape
    top, left = int(round((h - height) / 2.0)), int(round((w - width) / 2.0))
    return image[top:top + height, left:left + width]


def show(kind, words, image, crop):
    """A grid of the cropped pixels."""
    values = centre_crop(image, crop, crop)[::crop // 5, ::crop // 5].ravel()
    print(kind, *words, crop, *[f"{value:.6f}" for value in values])


for width, height, size, crop in [(640, 480, 256, 224), (480, 640, 256, 224), (100, 80, 256, 224),
                                  (333, 501, 257, 224), (224, 224, 224, 224), (31, 400, 40, 33),
                                  (1000, 37, 30, 29)]:
    show("shorter", (width, height, size), shorter_side(picture(width, height, 1), size), crop)
for width, height, rows, columns, crop in [(640, 480, 256, 256, 224), (50, 90, 64, 48, 40)]:
    show("exactly", (width, height, f"{rows}x{columns}"), resized(picture(width, height, 2), rows, columns), crop)

# The network: convolution 3 -> 4, 3x3, stride 2, padding 1; relu; mean over pixels; linear 4 -> 3.
MEAN, DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
kernel = np.sin(np.arange(4 * 3 * 3 * 3, dtype=float)).astype(np.float32).astype(float).reshape(4, 3, 3, 3)
linear = np.cos(np.arange(12, dtype=float)).astype(np.float32).astype(float).reshape(4, 3)
for number, (width, height) in enumerate([(40, 30), (25, 60), (18, 18), (64, 47), (33, 20)]):
    image = centre_crop(shorter_side(picture(width, height, number), 20), 16, 16)
    x = (image / 255 - MEAN) / DEVIATION
    padded = np.zeros((18, 18, 3))
    padded[1:17, 1:17] = x
    maps = np.zeros((4, 8, 8))
    for o in range(4):
        for i in range(8):
            for j in range(8):
                window = padded[2 * i:2 * i + 3, 2 * j:2 * j + 3]
                maps[o, i, j] = (window.transpose(2, 0, 1) * kernel[o]).sum()
    features = np.maximum(maps, 0).mean(axis=(1, 2))
    print("features", width, height, *[repr(float(v)) for v in features], *[repr(float(v)) for v in features @ linear])
