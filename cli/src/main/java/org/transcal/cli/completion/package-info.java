/** Completion of the command line in shells. */
package org.transcal.cli.completion;
