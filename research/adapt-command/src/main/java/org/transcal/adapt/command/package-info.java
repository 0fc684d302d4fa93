/**
 * The add-on command {@code transcal adapt}, and the trainer that other commands find.
 *
 * <p>Read first: {@link org.transcal.adapt.command.AdaptCommand}. May depend on: the library {@code
 * adapt}, {@code cli}, {@code report}, picocli. Does not belong here: training itself.
 */
package org.transcal.adapt.command;
