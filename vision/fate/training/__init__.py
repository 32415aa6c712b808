"""How the network that names pieces is made; needs torch and onnx, which nothing else does."""
