package org.transcal.spark.rows;

import java.io.Serializable;

/** What reading a partition gives: blocks of valid rows, and the problems of invalid ones. */
sealed interface Chunk extends Serializable permits RowBlock, InvalidRows {}
