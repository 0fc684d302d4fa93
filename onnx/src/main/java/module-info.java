/** Runs images and arrays through ONNX networks, and adds calibration to networks. */
module org.transcal.onnx {
  requires transitive org.transcal.core;
  requires transitive org.transcal.io;
  requires com.microsoft.onnxruntime;
  requires com.twelvemonkeys.imageio.tiff;
  requires com.twelvemonkeys.imageio.webp;
  requires java.desktop;
  requires java.management;

  exports org.transcal.onnx.graph;
  exports org.transcal.onnx.network;
  exports org.transcal.onnx.export;
  exports org.transcal.onnx.image;
  exports org.transcal.onnx.extract;
  exports org.transcal.onnx.demo;
}
