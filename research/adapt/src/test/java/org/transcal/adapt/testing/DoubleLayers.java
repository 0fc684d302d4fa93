package org.transcal.adapt.testing;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Layers in double precision, for finite differences. */
public final class DoubleLayers {
  private DoubleLayers() {}

  /** A manager whose arrays of floats are arrays of doubles, and so are layers that it owns. */
  public static NDManager of(NDManager manager) {
    return (NDManager)
        Proxy.newProxyInstance(
            NDManager.class.getClassLoader(),
            new Class<?>[] {NDManager.class},
            (proxy, method, arguments) ->
                method.getName().equals("create")
                        && arguments.length == 2
                        && arguments[0] instanceof float[] floats
                    ? manager.create(widened(floats), (Shape) arguments[1])
                    : delegated(manager, method, arguments));
  }

  private static Object delegated(NDManager manager, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(manager, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static double[] widened(float[] floats) {
    double[] doubles = new double[floats.length];
    for (int i = 0; i < floats.length; i++) {
      doubles[i] = floats[i];
    }
    return doubles;
  }
}
