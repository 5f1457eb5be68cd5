package dev.sessionbench.cli;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/** The structure of a page, independent of its text. */
final class PageStructure {
  private PageStructure() {}

  /**
   * Every element with the names of its attributes.
   *
   * @param page well-formed XML
   */
  static List<String> of(String page) throws Exception {
    NodeList elements =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("*");
    List<String> structure = new ArrayList<>();
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      TreeSet<String> attributes = new TreeSet<>();
      NamedNodeMap all = element.getAttributes();
      for (int j = 0; j < all.getLength(); j++) {
        attributes.add(all.item(j).getNodeName());
      }
      structure.add(element.getTagName() + attributes);
    }
    // Panels are in the order of their names.
    return structure.stream().sorted().toList();
  }
}
