/** The commands {@code extract} and {@code export}. */
module org.transcal.onnx.command {
  requires org.transcal.cli;
  requires org.transcal.onnx;
  requires info.picocli;

  // picocli reads annotations and sets fields.
  opens org.transcal.onnx.command to
      info.picocli;

  provides org.transcal.cli.AddOnCommand with
      org.transcal.onnx.command.ExtractAddOn,
      org.transcal.onnx.command.ExportAddOn;
}
