/**
 * Models, results and evaluations as JSON, each with a versioned schema.
 *
 * <p>Read first: {@link org.transcal.io.json.ModelJson}, {@link org.transcal.io.json.ResultJson}.
 * May depend on: core, {@code io.file}, Jackson's streaming parser and generator. Does not belong
 * here: numbers computed for the sake of a file.
 *
 * @since 0.1.0
 */
package org.transcal.io.json;
