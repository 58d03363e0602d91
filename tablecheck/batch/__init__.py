"""Many manuscripts: found, checked each in a process apart, on this machine or on a cluster, and summed up."""
