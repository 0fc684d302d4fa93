/** Faster kernels on vectors of the processor; put it on the module path to use them. */
module org.transcal.vector {
  requires org.transcal.core;
  requires jdk.incubator.vector;

  provides org.transcal.kernel.Kernel with
      org.transcal.vector.VectorKernel;
}
