/**
 * Models, results and evaluations as JSON, each with a versioned schema.
 *
 * <p>Read first: {@link org.transcal.io.json.JsonCodec}, which turns records into JSON and back; a
 * format is a record with the shape of its file. {@link org.transcal.io.json.StrictJson} is for
 * formats that stream. May depend on: core, {@code io.file}, Jackson's streaming parser and
 * generator. Does not belong here: numbers computed for the sake of a file.
 *
 * @since 0.1.0
 */
package org.transcal.io.json;
