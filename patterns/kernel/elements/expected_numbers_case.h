/* Its case of a switch over element sizes, where one is included for each. */
case BYTES:
JOIN(expected_numbers_, BYTES)(*shape, input, first, count, expected, written);
break;
