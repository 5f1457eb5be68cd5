/** Says when and by how much figures moved over many gates against one base. */
@NullMarked
package dev.sessionbench.drift;

import org.jspecify.annotations.NullMarked;
