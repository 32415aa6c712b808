"""Pictures of the app itself: white nine-patches, tinted where they are drawn, and the grain of paper."""
