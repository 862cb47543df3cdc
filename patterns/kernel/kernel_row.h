{.element_bytes = BYTES, .run = JOIN(kernel_, BYTES)},
