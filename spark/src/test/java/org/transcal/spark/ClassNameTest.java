package org.transcal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.example.KnownShift;

/** As PySpark does: classes by name, a constructor with the uid, parameters by name. */
@ExtendWith(LocalSpark.class)
class ClassNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"TransCalEstimator", "CalibrationModelTransformer", "CalibrationEvaluator"})
  void givenAClassName_thenItTakesAUidAndItsParametersByName(String name) throws Exception {
    Class<?> type = Class.forName("org.transcal.spark." + name);

    Params stage = (Params) type.getConstructor(String.class).newInstance("stage_1");

    assertThat(stage.uid()).isEqualTo("stage_1");
    assertThat(stage.params()).isNotEmpty();
    for (Param<?> param : stage.params()) {
      assertThat(param.parent()).isEqualTo("stage_1");
      assertThat(stage.hasParam(param.name())).isTrue();
      assertThat(type.getMethod(param.name()).getReturnType()).isAssignableTo(Param.class);
      String setter =
          "set" + Character.toUpperCase(param.name().charAt(0)) + param.name().substring(1);
      assertThat(List.of(type.getMethods()).stream().map(method -> method.getName()))
          .contains(setter);
    }
    assertThat(Modifier.isStatic(type.getMethod("read").getModifiers())).isTrue();
    assertThat(type.getMethod("read").invoke(null)).isInstanceOf(MLReader.class);
    assertThat(Modifier.isStatic(type.getMethod("load", String.class).getModifiers())).isTrue();
  }

  @Test
  void givenParametersSetByName_thenTheFitUsesThem() throws Exception {
    Params estimator =
        (Params)
            Class.forName("org.transcal.spark.TransCalEstimator")
                .getConstructor(String.class)
                .newInstance("stage_2");
    estimator.set(estimator.getParam("method"), "temperature");
    estimator.set(estimator.getParam("confidenceCol"), "sure");

    Object model =
        estimator
            .getClass()
            .getMethod("fit", Dataset.class)
            .invoke(estimator, TaskFrame.of(KnownShift.sample(100, 100, 100, 1).task()));

    assertThat(model.getClass().getMethod("method").invoke(model)).isEqualTo("temperature");
    assertThat(((TransCalModel) model).getOrDefault(((TransCalModel) model).confidenceCol()))
        .isEqualTo("sure");
    assertThat(((TransCalModel) model).uid()).isEqualTo("stage_2");
  }
}
