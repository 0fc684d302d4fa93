/** Images and arrays through a network; calibration baked into one. */
module org.transcal.onnx {
  requires transitive org.transcal.core;
  requires transitive org.transcal.io;
  requires transitive org.transcal.cli;
  requires com.microsoft.onnxruntime;
  requires info.picocli;
  requires java.desktop;
  requires java.management;

  exports org.transcal.onnx.graph;
  exports org.transcal.onnx.network;
  exports org.transcal.onnx.export;
  exports org.transcal.onnx.image;
  exports org.transcal.onnx.extract;

  // picocli reads annotations and sets fields.
  opens org.transcal.onnx.command to
      info.picocli;

  provides org.transcal.cli.AddOnCommand with
      org.transcal.onnx.command.ExtractAddOn,
      org.transcal.onnx.command.ExportAddOn;
}
