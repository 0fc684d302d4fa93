/**
 * The add-on command {@code transcal adapt}, and the trainer that other commands find.
 *
 * <p>Read first: {@link org.transcal.adapt.command.AdaptCommand}. May depend on: everything here,
 * {@code cli}, {@code report}, picocli. Does not belong here: training itself.
 */
package org.transcal.adapt.command;
