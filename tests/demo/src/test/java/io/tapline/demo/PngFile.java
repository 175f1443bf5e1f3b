package io.tapline.demo;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;

/** A browser packs its pictures quickly; these are to be loaded often, so they are packed well. */
final class PngFile {

  private PngFile() {}

  static byte[] small(byte[] picture) throws IOException {
    var given = ImageIO.read(new ByteArrayInputStream(picture));
    // A page has nothing that shines through.
    var plain = new BufferedImage(given.getWidth(), given.getHeight(), BufferedImage.TYPE_INT_RGB);
    plain.createGraphics().drawImage(given, 0, 0, null);
    var writer = ImageIO.getImageWritersByFormatName("png").next();
    var how = writer.getDefaultWriteParam();
    how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    how.setCompressionQuality(0);
    var bytes = new ByteArrayOutputStream();
    try (var out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(plain, null, null), how);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
