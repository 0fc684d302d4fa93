"""Generates the inputs of research/bench/speed/extract: photograph-like JPEGs and a ResNet-50 with random weights.

    /usr/bin/python3 extract_inputs.py FOLDER [IMAGES]

Needs numpy, Pillow and onnx (Debian: python3-numpy python3-pil python3-onnx).
"""
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

folder = pathlib.Path(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
random = np.random.default_rng(0)

# Noise at several scales, so that a file has the size of a photograph's.
for i in range(count):
    target = folder / "images" / f"class{i % 10}" / f"{i}.jpg"
    if target.exists():
        continue
    target.parent.mkdir(parents=True, exist_ok=True)
    picture = np.zeros((480, 640, 3))
    for cells, strength in [(4, 60), (16, 40), (64, 25), (320, 12)]:
        noise = random.normal(128, strength * 2, (cells * 3 // 4, cells, 3)).clip(0, 255)
        layer = Image.fromarray(noise.astype(np.uint8)).resize((640, 480), Image.BICUBIC)
        picture += (np.asarray(layer, float) - 128) * strength / 60
    Image.fromarray((picture + 128).clip(0, 255).astype(np.uint8)).save(target, quality=90)

nodes, weights = [], []


def convolution(name, source, inputs, outputs, size, stride):
    scale = np.sqrt(2 / (inputs * size * size))
    w = (random.normal(0, scale, (outputs, inputs, size, size))).astype(np.float32)
    weights.append(numpy_helper.from_array(w, name + ".w"))
    weights.append(numpy_helper.from_array(np.zeros(outputs, np.float32), name + ".b"))
    pad = size // 2
    nodes.append(helper.make_node("Conv", [source, name + ".w", name + ".b"], [name], strides=[stride] * 2, pads=[pad] * 4))
    return name


def relu(name):
    nodes.append(helper.make_node("Relu", [name], [name + ".relu"]))
    return name + ".relu"


at = relu(convolution("stem", "image", 3, 64, 7, 2))
nodes.append(helper.make_node("MaxPool", [at], ["pool"], kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4))
at, channels = "pool", 64
for stage, (blocks, width) in enumerate([(3, 64), (4, 128), (6, 256), (3, 512)]):
    for block in range(blocks):
        name, stride = f"s{stage}b{block}", 2 if stage > 0 and block == 0 else 1
        skip = at if block else convolution(name + ".skip", at, channels, width * 4, 1, stride)
        inner = relu(convolution(name + ".1", at, channels, width, 1, 1))
        inner = relu(convolution(name + ".2", inner, width, width, 3, stride))
        inner = convolution(name + ".3", inner, width, width * 4, 1, 1)
        nodes.append(helper.make_node("Add", [inner, skip], [name + ".sum"]))
        at, channels = relu(name + ".sum"), width * 4
nodes.append(helper.make_node("GlobalAveragePool", [at], ["average"]))
nodes.append(helper.make_node("Flatten", ["average"], ["features"]))
weights.append(numpy_helper.from_array(random.normal(0, 0.01, (channels, 1000)).astype(np.float32), "fc.w"))
weights.append(numpy_helper.from_array(np.zeros(1000, np.float32), "fc.b"))
nodes.append(helper.make_node("Gemm", ["features", "fc.w", "fc.b"], ["logits"]))
graph = helper.make_graph(
    nodes, "resnet50",
    [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 3, 224, 224])],
    [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1000])], weights)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
model.ir_version = 7
onnx.checker.check_model(model)
onnx.save(model, str(folder / "resnet50.onnx"))
