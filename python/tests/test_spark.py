import glob
import os
import tempfile
import unittest

try:
    import pyspark
except ImportError:
    pyspark = None

JARS = os.environ.get("TRANSCAL_SPARK_JARS", "")


@unittest.skipIf(pyspark is None, "pyspark is not installed")
@unittest.skipUnless(JARS, "TRANSCAL_SPARK_JARS does not name the jars of the Spark module")
class GivenSpark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from pyspark.ml.classification import LogisticRegression
        from pyspark.ml.feature import VectorAssembler
        from pyspark.sql import SparkSession

        cls.spark = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.jars", ",".join(glob.glob(JARS)))
            .getOrCreate()
        )
        drawn = cls.spark.range(3000, numPartitions=1).selectExpr(
            "element_at(array('source_train', 'source_val', 'target'), 1 + int(id % 3)) AS split",
            "2 * randn(1) AS x",
            "randn(2) + if(id % 3 = 2, 1, 0) AS y",
            "rand(3) AS u",
        )
        rows = VectorAssembler(inputCols=["x", "y"], outputCol="features").transform(
            drawn.selectExpr("split", "x", "y", "double(u < 1 / (1 + exp(-3 * x / (1 + exp(y))))) AS label")
        )
        cls.scored = (
            LogisticRegression().fit(rows.where("split = 'source_train'")).transform(rows).cache()
        )

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_parameters_are_real(self):
        from transcal.spark import TransCalEstimator

        estimator = TransCalEstimator(logitsCol="rawPrediction", bins=10)

        self.assertEqual(estimator.getOrDefault("bins"), 10)
        self.assertEqual(estimator.getOrDefault("splitCol"), "split")
        self.assertEqual(estimator.copy({estimator.bins: 5}).getOrDefault("bins"), 5)
        self.assertIn("logitsCol", estimator.explainParams())
        with self.assertRaises(TypeError):
            TransCalEstimator("rawPrediction")

    def test_fit_transform_evaluate_and_files(self):
        from transcal.spark import CalibrationEvaluator, CalibrationModelTransformer
        from transcal.spark import TransCalEstimator, TransCalModel

        model = TransCalEstimator(logitsCol="rawPrediction", method="transcal").fit(self.scored)
        calibrated = model.transform(self.scored)

        self.assertGreater(model.temperature, 0)
        self.assertEqual(model.method, "transcal")
        ece = CalibrationEvaluator(metricName="ece")
        self.assertLess(ece.evaluate(calibrated), 1)
        self.assertFalse(ece.isLargerBetter())
        self.assertAlmostEqual(model.model.temperature, model.temperature)
        path = os.path.join(self.folder, "model")
        model.save(path)
        again = TransCalModel.load(path)
        self.assertEqual(again.temperature, model.temperature)
        self.assertEqual(again.getOrDefault("logitsCol"), "rawPrediction")
        served = CalibrationModelTransformer(model.model, logitsCol="rawPrediction")
        self.assertEqual(
            served.transform(self.scored).select("calibratedConfidence").first(),
            calibrated.select("calibratedConfidence").first(),
        )

    def test_pipelines_are_saved_and_loaded(self):
        from pyspark.ml import Pipeline, PipelineModel
        from transcal.spark import TransCalEstimator, TransCalModel

        pipeline = Pipeline(stages=[TransCalEstimator(logitsCol="rawPrediction", method="transcal")])
        pipeline.write().overwrite().save(os.path.join(self.folder, "pipeline"))
        loaded = Pipeline.load(os.path.join(self.folder, "pipeline"))
        self.assertEqual(loaded.getStages()[0].getOrDefault("method"), "transcal")

        fitted = loaded.fit(self.scored)
        fitted.save(os.path.join(self.folder, "fitted"))
        stage = PipelineModel.load(os.path.join(self.folder, "fitted")).stages[0]

        self.assertIsInstance(stage, TransCalModel)
        self.assertEqual(stage.temperature, fitted.stages[0].temperature)

    def test_streams_are_transformed(self):
        from transcal.spark import TransCalEstimator

        model = TransCalEstimator(logitsCol="rawPrediction", method="transcal").fit(self.scored)
        rows = self.scored.where("split = 'target'").select("rawPrediction").limit(20)
        path = os.path.join(self.folder, "rows")
        rows.write.parquet(path)
        stream = self.spark.readStream.schema(rows.schema).parquet(path)
        query = (
            model.transform(stream)
            .writeStream.format("memory")
            .queryName("calibrated")
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()

        self.assertEqual(self.spark.table("calibrated").count(), 20)


if __name__ == "__main__":
    unittest.main()
