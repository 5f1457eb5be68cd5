/** What one fork is, what it leaves in the folder of its run, and what watches over it. */
@NullMarked
package dev.sessionbench.run.fork;

import org.jspecify.annotations.NullMarked;
