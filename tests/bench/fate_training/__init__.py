"""Training of the piece classifier of Fate; needs torch and onnx."""
