/* Its case of a switch over element sizes, where one is included for each. */
case BYTES:
*(JOIN(element_, BYTES) *)element = JOIN(result_step_, BYTES)(*shape, first, input);
break;
