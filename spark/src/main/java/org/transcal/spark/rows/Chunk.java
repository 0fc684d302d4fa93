package org.transcal.spark.rows;

import java.io.Serializable;

/** What reading a partition yields: blocks of good rows, and what was found of bad ones. */
sealed interface Chunk extends Serializable permits RowBlock, BadRows {}
