"""Training of the piece classifier; the only module that needs torch and onnx."""
