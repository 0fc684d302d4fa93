/** NPY, NPZ, CSV, svmlight, task layouts, model and result JSON. */
module org.transcal.io {
  requires transitive org.transcal.core;
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;

  exports org.transcal.io;
  exports org.transcal.io.array;
  exports org.transcal.io.file;
  exports org.transcal.io.npy;
  exports org.transcal.io.csv;
  exports org.transcal.io.dataset;
  exports org.transcal.io.json;
  exports org.transcal.io.experiment;
  exports org.transcal.io.table;

  uses org.transcal.io.table.TableReader;
}
