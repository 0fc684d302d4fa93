"""Writes golden.txt: resized images by Pillow, features of a small convolutional network by numpy.

    /usr/bin/python3 golden.py > golden.txt

Images and weights are closed forms, so that the tests can make the same. Pillow 9.4, numpy 1.24.
"""
import hashlib
import numpy as np
from PIL import Image


def picture(width, height, seed):
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    values = (x * (7 + seed) + y * 13 + c * 29 + (x * y) // (3 + seed) + (x * x) // 11) % 256
    return Image.fromarray(values.astype(np.uint8), "RGB")


def shorter_side(image, size):
    w, h = image.size
    short, long = min(w, h), max(w, h)
    longer = int(size * long / short)
    return image.resize((size, longer) if w <= h else (longer, size), Image.BILINEAR)


def centre_crop(image, height, width):
    w, h = image.size
    top, left = int(round((h - height) / 2.0)), int(round((w - width) / 2.0))
    return image.crop((left, top, left + width, top + height))


for width, height, size, crop in [(640, 480, 256, 224), (480, 640, 256, 224), (100, 80, 256, 224),
                                  (333, 501, 257, 224), (224, 224, 224, 224), (31, 400, 40, 33),
                                  (1000, 37, 30, 29)]:
    image = centre_crop(shorter_side(picture(width, height, 1), size), crop, crop)
    print("shorter", width, height, size, crop, hashlib.sha256(image.tobytes()).hexdigest())
for width, height, rows, columns, crop in [(640, 480, 256, 256, 224), (50, 90, 64, 48, 40)]:
    image = centre_crop(picture(width, height, 2).resize((columns, rows), Image.BILINEAR), crop, crop)
    print("exactly", width, height, f"{rows}x{columns}", crop, hashlib.sha256(image.tobytes()).hexdigest())

# The network: convolution 3 -> 4, 3x3, stride 2, padding 1; relu; mean over pixels; linear 4 -> 3.
MEAN, DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
kernel = np.sin(np.arange(4 * 3 * 3 * 3, dtype=float)).astype(np.float32).astype(float).reshape(4, 3, 3, 3)
linear = np.cos(np.arange(12, dtype=float)).astype(np.float32).astype(float).reshape(4, 3)
for number, (width, height) in enumerate([(40, 30), (25, 60), (18, 18), (64, 47), (33, 20)]):
    image = centre_crop(shorter_side(picture(width, height, number), 20), 16, 16)
    x = (np.asarray(image, float) / 255 - MEAN) / DEVIATION
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
